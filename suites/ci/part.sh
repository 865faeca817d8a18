#!/bin/sh
# part.sh NAME LEVEL: one part of ./vconform test, from the root of the checkout.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
level=$2
jobs=$(nproc)

build_and_test() {
  cmake --preset "$1"
  cmake --build --preset "$1"
  "$here/run_tests.sh" "build/$1" "$level"
}

# Found, not asked from git, which may be absent. Separated by zero bytes.
sources() {
  find . -path ./build -prune -o \( "$@" \) -print0
}

case $1 in
  gcc | clang)
    build_and_test "$1"
    ;;
  sanitizers)
    # The sanitizers look for a symbolizer without a version in its name.
    ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-19)
    export ASAN_SYMBOLIZER_PATH UBSAN_OPTIONS=print_stacktrace=1
    build_and_test asan-ubsan
    build/asan-ubsan/suites/vconform_cli certify --level quick --out build/asan-ubsan/certify
    ;;
  format)
    mkdir -p build/test
    sources -name '*.h' -o -name '*.cpp' -o -name '*.c' |
      xargs -0 clang-format-19 --dry-run 2>build/test/format.log
    wrong=$(sed -n 's/:[0-9]*:[0-9]*: warning:.*//p' build/test/format.log | sort -u)
    [ -z "$wrong" ] || {
      printf 'not formatted; run clang-format-19 -i on:\n%s\n' "$wrong"
      exit 1
    }
    ;;
  tidy)
    cmake --preset clang >/dev/null
    # The headers of GoogleTest and RapidCheck cost clang-tidy 9 s a file, so level full only reads
    # the files that include them.
    unread='#include <(gtest|gmock|rapidcheck)'
    [ "$level" = normal ] || unread='^nothing$'
    sources -name '*.cpp' | xargs -0 grep -LZE "$unread" |
      xargs -0 -n 1 -P "$jobs" clang-tidy-19 --quiet -p build/clang 2>/dev/null
    ;;
  bare-debian)
    "$here/bare_debian_check.sh"
    ;;
esac
