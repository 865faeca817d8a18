#!/bin/sh
# fuzz_hostile_test.sh VCONFORM_CLI TARGETS LIBRARY HOSTILE GOLDEN [ATTACK...]: the command fuzz with the
# real targets on LIBRARY, hostile_to_fuzzing, a second or two for each attack: by default the typical
# ones, with 'all' all of them. ATTACKs with a colon are those of HOSTILE, hostile around the library
# GOLDEN, while it is opened. A run must end in time, its last line and its exit code must agree, and nothing of it may be
# left.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$(dirname -- "$here")/suites/ci/expect.sh"

program=$1
VCONFORM_FUZZ_TARGETS=$2
library=$3
VCONFORM_HOSTILE_INNER=$5
export VCONFORM_FUZZ_TARGETS VCONFORM_HOSTILE_INNER
hostile=$4
shift 5
case $* in
  '') set -- loop close-all _exit kill-parent session _exit-in-destroy wrong-elsewhere ;;
  all)
    # The first opening is that of the command's own worker. Those from the second on are of workers and
    # targets alike.
    set -- nothing loop sleep close-all close-stderr exit _exit abort kill-self kill-parent stop-self \
    stop-parent flood last-words fake-ends child session fork-on exit-in-child exit-in-thread \
    exit-in-destroy _exit-in-destroy sleep-in-destroy wrong-in-fuzzer wrong-elsewhere \
      constructor:exit:0 constructor:segv constructor:kill-self get_adapter:exit:0 get_adapter:segv \
      create:exit:0 create:segv create:refuse create:kill-self capabilities:exit:0 capabilities:segv \
      capabilities:null constructor@2:exit:0 constructor@2:segv constructor@2:hang get_adapter@2:exit:0 \
      get_adapter@2:segv create@2:exit:0 create@2:segv create@2:refuse create@2:hang create@2:kill-self \
      capabilities@2:exit:0 capabilities@2:segv capabilities@2:null capabilities@2:fewer-rows \
      capabilities@2:fewer-features
    ;;
esac
cd "$scratch"
TMPDIR=$scratch/tmp
export TMPDIR
mkdir "$TMPDIR"

seconds=2
most_seconds=$((seconds + 7))

agree() {
  case $code in
    0) prints 'nothing found in' ;;
    1) prints 'finding' && no prints 'nothing found' ;;
    *) false ;;
  esac
}
# The library could not be opened, or what was found, or hindered the run, is said.
refuses() { exits 3 && complains 'vconform: '; }
is_red() { refuses || { exits 1 && agree; }; }
ends_in_time() { [ "$took" -le $((most_seconds * 1000)) ]; }
leaves_nothing() { [ -z "$(ls -A "$TMPDIR")" ] && no pgrep -f "$TMPDIR"; }
raw() { grep -q "$(printf '\033')" "$scratch/out" "$scratch/err"; }

# The outcome of an attack: an input that does not show it again, a death that no input shows, or
# nothing that concerns the judge.
expected_of() {
  case $1 in
    nothing | flood | child | session | exit-in-child) echo 0 'run again in isolation' ;;
    loop | sleep | stop-self) echo 1 'waited for the backend for' ;;
    close-*) echo 1 'lost its descriptors' ;;
    exit | _exit | abort | kill-self | last-words | fake-ends) echo 1 'UNSTABLE  ' ;;
    wrong-in-fuzzer) echo 1 'UNSTABLE  ' ;;
    wrong-elsewhere) echo 1 'only when isolated:' ;;
    kill-parent | *-in-destroy | exit-in-thread) echo 1 'its target died' ;;
    # Contained as far as the worker is.
    stop-parent) echo any 'inputs' ;;
    # The copy of the target writes to the memory of the same cases.
    fork-on) echo any 'run again in isolation' ;;
  esac
}

# Probing gets its share of the time, however often the backend hangs meanwhile.
begin=$(date +%s%N)
VCONFORM_FUZZ_ATTACK=loop:200 run timeout -s KILL 60 "$program" fuzz --backend "$library" \
  --family vconv --time 4 --time-limit 0.5 --jobs 2 --out probed
took=$((($(date +%s%N) - begin) / 1000000))
claim 'a hang while it is probed is said' prints 'while it was probed, the backend took'
claim 'a hang while it is probed is no green' exits 1
claim "a hang while it is probed: it ends in time, after $took ms" [ $took -le 9000 ]

for attack in "$@"; do
  case $attack in *:*) continue ;; esac
  VCONFORM_FUZZ_ATTACK=$attack:200
  export VCONFORM_FUZZ_ATTACK
  expected=$(expected_of "$attack")
  begin=$(date +%s%N)
  run timeout -s KILL 60 "$program" fuzz --backend "$library" --family vconv --profile a2 \
    --time $seconds --time-limit 1 --jobs 2 --out found
  took=$((($(date +%s%N) - begin) / 1000000))
  [ "${expected%% *}" = any ] || claim "$attack: its exit code" exits "${expected%% *}"
  claim "$attack: what it is" prints "${expected#* }"
  claim "$attack: line and exit code agree" agree
  claim "$attack: it ends in time, after $took ms" ends_in_time
  claim "$attack: nothing is left" leaves_nothing
  claim "$attack: no escape codes" no raw
done

# The attacks while it is opened, each with its own count of openings in shared memory.
number=0
for attack in "$@"; do
  case $attack in *:*) ;; *) continue ;; esac
  number=$((number + 1))
  VCONFORM_HOSTILE_STATE=$(($$ * 100 + number))
  VCONFORM_HOSTILE_DRIVER=$$
  VCONFORM_ATTACK=$attack
  export VCONFORM_ATTACK VCONFORM_HOSTILE_STATE VCONFORM_HOSTILE_DRIVER
  begin=$(date +%s%N)
  run timeout -s KILL 60 "$program" fuzz --backend "$hostile" --family vconv --profile a2 \
    --time $seconds --time-limit 1 --jobs 2 --out opened
  took=$((($(date +%s%N) - begin) / 1000000))
  ipcrm -M $VCONFORM_HOSTILE_STATE 2>/dev/null || true
  case $attack in
    *@*) claim "$attack: it is no green" is_red ;;
    *) claim "$attack: it is refused in a line" refuses ;;
  esac
  claim "$attack: it ends in time, after $took ms" ends_in_time
  claim "$attack: nothing is left" leaves_nothing
  claim "$attack: no escape codes" no raw
done

finish
