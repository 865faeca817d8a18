#!/bin/sh
# run_tests.sh BUILD_DIR normal|full|release [FILTER]: runs the tests of a built tree. Without a FILTER,
# levels full and release run those labelled so, and level normal those without a label; with one, a
# level has those of the levels below it too. Tests labelled "hours" run by hand only. FILTER is an extended
# regular expression: a CTest test whose name matches runs whole; of the other test binaries, the GoogleTest
# tests run whose Suite.Name matches.
set -eu

# A test binary of hundreds of tests says what failed, and CTest keeps that only if it is short.
GTEST_BRIEF=1
export GTEST_BRIEF

build=$1
level=$2
filter=${3-}

run() {
  case $level$filter in
    normal*) set -- "$@" -LE '^(full|release|hours)$' ;;
    full | release) set -- "$@" -L "^$level\$" ;;
    full*) set -- "$@" -LE '^(release|hours)$' ;;
    *) set -- "$@" -LE '^hours$' ;;
  esac
  set -- "$@" --no-tests=error
  # More than there are processors, since some tests wait; those of level full mostly do.
  case $level in full | release) waiting=3 ;; *) waiting=1 ;; esac
  ctest --test-dir "$build" --output-on-failure -j $(($(nproc) + waiting)) "$@"
}

if [ -z "$filter" ]; then
  # ctest resolves the path of its log relative to the build folder.
  run --output-log "$(readlink -f -- "$build")/ctest.log"
  exit
fi

printf 'x\n' | grep -Eq -e "$filter" || [ $? -eq 1 ] || {
  echo "vconform: the test filter '$filter' is not an extended regular expression" >&2
  exit 2
}

# "name<TAB>command" for every test that this level runs. vconform_test() names a test like its binary,
# or its shards so, with a number behind a dot; with GTEST_FILTER the first shard runs everything.
listed=$(run -N -V | awk '
  sub(/^[0-9]+: Test command: /, "") {
    command = $0
    sub(/ ".*/, "", command)
    gsub(/\\ /, " ", command)  # as CTest prints a path with spaces
  }
  sub(/^ *Test +#[0-9]+: /, "") { print $0 "\t" command }')

# "name<TAB>Suite.Name" for matches inside the binaries whose own name does not match.
inside() {
  printf '%s\n' "$listed" | while IFS="$(printf '\t')" read -r name command; do
    case $name in "${command##*/}" | "${command##*/}.1") ;; *) continue ;; esac
    printf '%s\n' "$name" | grep -Eq -e "$filter" && continue
    "$command" --gtest_list_tests </dev/null |
      awk '{ sub(/ *#.*/, "") } /^[^ ].*\.$/ { suite = $0 } /^  / { print suite substr($0, 3) }' |
      grep -E -e "$filter" | sed "s/^/$name\t/"
  done
}

# Joins names into an alternation for ctest -R; test names are words, so only dots need quoting.
exactly() { sed 's/[.]/[.]/g' | paste -sd'|' | sed 's/.*/^(&)$/'; }

whole=$(printf '%s\n' "$listed" | cut -f1 | grep -E -e "$filter" || true)
single=$(inside)
[ -n "$whole$single" ] || {
  echo "vconform: no test matches '$filter' at level $level; list names with: ctest --test-dir $build -N" >&2
  exit 2
}
status=0
if [ -n "$whole" ]; then
  run -R "$(printf '%s\n' "$whole" | exactly)" || status=1
fi
if [ -n "$single" ]; then
  GTEST_FILTER=$(printf '%s\n' "$single" | cut -f2 | paste -sd:)
  export GTEST_FILTER
  run -R "$(printf '%s\n' "$single" | cut -f1 | sort -u | exactly)" || status=1
fi
exit "$status"
