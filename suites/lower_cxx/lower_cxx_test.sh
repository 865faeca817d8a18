#!/bin/sh
# lower_cxx_test.sh CHECKOUT PROGRAM LIBRARY: a kernel with attributes compiled by `lower-cxx` with
# every compiler that is here, as people and build systems call them, and run.
set -eu

checkout=$1
program=$2
library=$3
folder=$(dirname -- "$library")
# shellcheck source=suites/ci/expect.sh
. "$checkout/suites/ci/expect.sh"
kernel="$checkout/adapters/intrinsics/testing/attributes.cpp"
TMPDIR="$scratch/tmp"
export TMPDIR
mkdir "$TMPDIR" "$scratch/work"
cd "$scratch/work"

lower() { run "$program" lower-cxx -- "$@"; }
line_of() { grep -n "$1" "$kernel" | cut -d: -f1; }
result="2.5 $(line_of __LINE__) [aicore] void f()"
strict='-Wall -Wextra -Wpedantic -Werror'

compilers=0
for compiler in g++ clang++-19; do
  command -v "$compiler" >"$scratch/which" || continue
  compilers=$((compilers + 1))
  rm -rf ./*

  # shellcheck disable=SC2086  # several options
  lower "$compiler" -std=c++17 $strict -I "$checkout" "$kernel" -o kernel -L "$folder" \
    -lvconform_intrinsics "-Wl,-rpath,$folder"
  claim "$compiler compiles and links in one step" exits 0
  claim "$compiler has nothing to say" silent
  run ./kernel
  claim "$compiler: the kernel converts" prints "$result"

  lower "$compiler" -std=c++20 -g -O2 -MMD -I "$checkout" -c "$kernel"
  claim "$compiler compiles to an object" exits 0
  claim "$compiler names the object after the source" [ -f attributes.o ]
  claim "$compiler writes the dependencies" grep -q 'vconform_intrinsics.h' attributes.d
  claim "$compiler: the dependencies are those of the object" grep -q '^attributes.o:' attributes.d
  lower "$compiler" attributes.o -o linked -L "$folder" -lvconform_intrinsics "-Wl,-rpath,$folder"
  run ./linked
  claim "$compiler: an object links without sources" prints "$result"

  mkdir out
  lower "$compiler" -std=c++17 -I "$checkout" -MD -MF out/given.d -MT target -S "$kernel" -o out/k.s
  claim "$compiler compiles to assembly" [ -s out/k.s ]
  claim "$compiler: a given file of dependencies" grep -q '^target:' out/given.d
  lower "$compiler" -std=c++17 -I "$checkout" -E "$kernel"
  claim "$compiler: preprocessed text has no attributes" no prints '[aicore] inline'
  claim "$compiler: preprocessed text has line markers" prints "\"$kernel\""
  claim "$compiler: literals stay" prints '"[aicore] void f()"'

  printf '[aicore] int one() { return 1; }\n' >one.cpp
  printf '[aicore] int one();\nint main() { return one() - 1; }\n' >two.cpp
  lower "$compiler" one.cpp two.cpp -o both
  claim "$compiler: several sources" exits 0
  run ./both
  claim "$compiler: several sources run" exits 0
  lower "$compiler" -c one.cpp two.cpp
  claim "$compiler: the object of the first source" [ -f one.o ]
  claim "$compiler: the object of the second source" [ -f two.o ]
  lower "$compiler" two.cpp one.o -o mixed
  claim "$compiler: an object behind a source" exits 0
  run ./mixed
  claim "$compiler: an object behind a source is linked" exits 0

  printf 'int x;\n[aicore] int f() { return y; }\n' >bad.cpp
  lower "$compiler" -c bad.cpp
  claim "$compiler: the exit code is the compiler's" exits 1
  claim "$compiler: messages name the source, line and column" complains 'bad.cpp:2:27: '
  lower "$compiler" -c missing.cpp
  claim "$compiler: a missing source is the compiler's to refuse" exits 1
  claim "$compiler: no temporary file is left" [ -z "$(ls -A "$TMPDIR")" ]
done
claim 'there is a compiler' [ "$compilers" -ge 1 ]

run "$program" lower-cxx
claim 'no compiler is a usage error' exits 2
claim 'no compiler is one line' says_one_line
lower no-such-compiler -c one.cpp
claim 'a compiler that is missing is a usage error' exits 2
claim 'a compiler that is missing is named' complains "the compiler 'no-such-compiler' cannot be started"
lower g++ @arguments
claim 'a file of arguments is refused' complains "file of arguments '@arguments' is not read"
claim 'a file of arguments is a usage error' exits 2
lower g++ -c one.cpp two.cpp -o x.o
claim 'one output of two objects is a usage error' exits 2
claim 'nothing is left' [ -z "$(ls -A "$TMPDIR")" ]
finish
