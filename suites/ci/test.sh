#!/bin/sh
# ./vconform test [FILTER] [--level full|release]: the project's own tests, part by part. Every part
# runs, the measured times are compared with their budgets, and the exit code is 1 when a part failed, 4
# when the disk or the machine did.
set -eu

# Name, level, wall-clock budget in seconds on 2 cores from a clean checkout, what it does. A higher
# level runs the parts of the lower ones too. A part over its budget is reported; one that takes
# VCONFORM_PATIENCE times as long (4 unless it is set) is stopped and has failed. Level alone: normal, and nothing above it.
parts='gcc normal 480 g++ build, warnings are errors; tests
format normal 20 clang-format-19 changes nothing; the banned patterns of prose do not occur
tidy alone 70 clang-tidy-19 finds nothing in the files that changed last
sanitizers full 660 clang-19 with ASan, UBSan and assertions, warnings are errors; tests; every fuzz target from its seeds
long full 1200 the tests with the label full, in the g++ build
fuzz full 390 clang-19, optimised: the command fuzz on golden, a mutant, a crash and a hang; planted faults within 60 s; the same certificate as g++
tidy-all full 700 clang-tidy-19 and the warnings of clang-19 find nothing in any file
tsan full 90 clang-19 with ThreadSanitizer: golden in four contexts at the same time has no data race, and a racy library has one
ssh full 60 a program behind ssh, on an sshd of this machine, is tried and certified
longest release 1500 the tests with the label release, in the g++ build: golden rewritten with its mechanical mutants, and its kernels beside the chain; golden under every other reading; the attacks that take longest
mends release 3600 each mend against a false green is taken out, and the attacks that it holds off are seen
includes release 1200 each file compiles by itself, without what the files beside it include
aarch64 release 600 golden cross-built for 64-bit Arm: emulated, it computes the same
slurm release 240 a sweep and a run of certify on two nodes of Slurm give what one run gives, with a task killed too
afl release 540 AFL++ on every fuzz target: it finds nothing on golden, and a mutant
oss-fuzz release 600 .clusterfuzzlite builds as in OSS-Fuzz, and each target runs from its seeds
bare-debian release 600 certify on a bare Debian 12
bare-debian-13 release 600 certify on a bare Debian 13
newcomer release 900 what README.md shows, typed by an ordinary user of a bare Debian 12, with the time of each step
pages release 600 every kind of page in a headless Chromium: size, time, filters, addresses, axe
packages release 900 the Debian packages: the same from any folder, without complaint of lintian, in use on a bare Debian 12'

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")

die() {
  printf 'vconform: %s\n' "$*" >&2
  exit 2
}
# For faults of the set-up, the disk or the machine, which are no failures of a test.
break_off() {
  printf 'vconform: %s\n' "$*" >&2
  exit 4
}

# Whether something can still be written where builds and tests write.
disk_holds() {
  for folder in build/test "${TMPDIR:-/tmp}"; do
    probe=$folder/vconform-probe.$$
    held=yes
    { printf '%65536s' '' >"$probe"; } 2>/dev/null || held=no
    rm -f "$probe"
    [ "$held" = yes ] || return 1
  done
}
# Ends a run in which something failed.
fail() {
  disk_holds || break_off "the disk of $root/build or ${TMPDIR:-/tmp} is full or broken, so that nothing is known of the tests: $*"
  printf 'vconform: %s\n' "$*" >&2
  exit 1
}

level=normal
filter=
while [ $# -gt 0 ]; do
  case $1 in
    --level) level=${2-} && [ $# -gt 1 ] && shift ;;
    --level=*) level=${1#--level=} ;;
    -*) die "unknown option $1; use: vconform test [FILTER] [--level full|release]" ;;
    '') die 'the test filter is empty; leave it out to run everything' ;;
    *) [ -z "$filter" ] || die "two filters, '$filter' and '$1'; join them as '$filter|$1'"; filter=$1 ;;
  esac
  shift
done
case $level in
  normal) levels=' normal alone ' ;;
  full) levels=' normal full ' ;;
  release) levels=' normal full release ' ;;
  *) die "test --level knows 'full' and 'release', not '$level'" ;;
esac

patience=${VCONFORM_PATIENCE-4}
case $patience in
  [1-9] | [1-9][0-9]) ;;
  *) die "VCONFORM_PATIENCE is how many times its budget a part may take, 1 to 99, not '$patience'" ;;
esac

cd "$root"
{ mkdir -p build/test && true >>build/test/lock; } 2>/dev/null ||
  break_off "cannot write to $root/build/test; make room, or run as its owner"
exec 9>>build/test/lock
flock -n 9 || {
  echo 'vconform: waiting for another vconform test that is running here' >&2
  flock 9 || break_off "cannot lock $root/build/test/lock"
}

if [ -n "$filter" ]; then
  cmake --preset gcc || break_off 'could not configure build/gcc; see the messages of cmake above'
  targets=all
  [ "$level" = normal ] || targets="all full_tests"
  [ "$level" != release ] || targets="$targets release_tests"
  # shellcheck disable=SC2086  # a list of words
  cmake --build --preset gcc --target $targets ||
    break_off 'could not build build/gcc; see the messages of the compiler above'
  code=0
  "$here/run_tests.sh" build/gcc "$level" "$filter" || code=$?
  [ "$code" -ne 1 ] || fail 'a test failed; see above'
  exit "$code"
fi

part=
# The part runs in the background, so that a signal to this script stops it with everything it started.
run_part() {
  timeout --kill-after=10 $(($2 * patience)) "$here/part.sh" "$1" 9>&- &
  part=$!
  wait "$part"
}
trap 'kill "$part" 2>/dev/null; exit 130' INT TERM HUP

table=build/test/times
{ true >"$table"; } 2>/dev/null || break_off "cannot write to $root/$table; make room"
total=0
budgets=0
failed=
while read -r name part_level budget what; do
  case $levels in
    *" $part_level "*) ;;
    *) continue ;;
  esac
  printf '\n== %s: %s\n' "$name" "$what"
  start=$(date +%s)
  result=passed
  run_part "$name" "$budget" || case $? in
    77) result='not run' ;;
    124 | 137) result='TIMED OUT' ;;
    *) result=FAILED ;;
  esac
  seconds=$(($(date +%s) - start))
  total=$((total + seconds))
  budgets=$((budgets + budget))
  [ "$result" = passed ] || failed="$failed $name"
  note=
  [ "$seconds" -le "$budget" ] || note='over budget'
  printf '%-12s %-10s %5d s of %4d s  %s\n' "$name" "$result" "$seconds" "$budget" "$note" >>"$table" ||
    break_off "cannot write to $root/$table; make room"
done <<PARTS
$parts
PARTS

printf '\n'
cat "$table"
printf '%-12s %-10s %5d s of %4d s\n\n' all "$([ -z "$failed" ] && echo passed || echo FAILED)" \
  "$total" "$budgets"
sed -n '/ tests passed, /,$p' build/gcc/ctest.log 2>/dev/null || true
[ -z "$failed" ] || fail "failed:$failed; see above"
