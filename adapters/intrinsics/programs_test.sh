#!/bin/sh
# programs_test.sh CHECKOUT LIBRARY: programs built outside this tree against the header and
# libvconform_intrinsics.so, as C++17 and C++20, with every compiler that is here, and run.
set -eu

checkout=$1
library=$2
folder=$(dirname -- "$library")
# shellcheck source=suites/ci/expect.sh
. "$checkout/suites/ci/expect.sh"
unset VCONFORM_ON
programs="$checkout/adapters/intrinsics/testing"
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# The line of the call that is wrong.
line_of() { sed -n '/, 256,/=' "$programs/$1"; }

# build COMPILER STANDARD OUTPUT FILE... [-l...]
build() {
  compiler=$1 standard=$2 output=$3
  shift 3
  # shellcheck disable=SC2086  # several options
  run "$compiler" "-std=$standard" $strict -I "$checkout" "$@" -o "$scratch/$output"
}

compilers=0
for compiler in g++ clang++-19 clang++-14; do
  command -v "$compiler" >"$scratch/which" || continue
  compilers=$((compilers + 1))
  for standard in c++17 c++20; do
    with="$compiler -std=$standard"
    build "$compiler" "$standard" kernel "$programs/kernel.cpp" -L "$folder" -lvconform_intrinsics \
      "-Wl,-rpath,$folder"
    claim "$with compiles a kernel without warnings" exits 0
    run "$scratch/kernel"
    claim "$with: the kernel runs on golden" exits 0
    claim "$with: the kernel converts its elements alone" prints '0.3000 99.3125 0.0000'
    run "$scratch/kernel" bad
    claim "$with: a bad argument is counted" exits 1
    claim "$with: a bad argument is named with its line" \
      complains "kernel.cpp:$(line_of kernel.cpp): vconv_f322f16r: bad argument: repeat is 256, outside 0..255; not executed"

    run "$scratch/kernel" bad scalar
    claim "$with: a scalar access at an offset is named" exits 1
    claim "$with: a scalar access at an offset is explained" \
      complains 'scalar access at address 0x0000000000001000: null, or an offset into a memory of the core'

    build "$compiler" "$standard" implementation.o -c "$programs/own_implementation.cpp"
    claim "$with compiles an implementation of a prototype" exits 0
    build "$compiler" "$standard" own "$programs/own_caller.cpp" "$scratch/implementation.o"
    claim "$with: callers and implementation have the same names" exits 0
    run "$scratch/own"
    claim "$with: the caller checks without the library" \
      complains "own_caller.cpp:$(line_of own_caller.cpp): vconv_f322s32z: bad argument: repeat is 256, outside 0..255"
    claim "$with: the implementation is called" prints '1'
  done
done
claim 'there is a compiler' [ "$compilers" -ge 1 ]

run gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$checkout" "$programs/control.c" \
  -L "$folder" -lvconform_intrinsics "-Wl,-rpath,$folder" -o "$scratch/control"
claim 'the control functions are C' exits 0
run "$scratch/control"
claim 'a backend is chosen in C' exits 0

# ---- VCONFORM_ON ----

run env VCONFORM_ON=mutant:round-half-away "$scratch/kernel"
claim 'VCONFORM_ON names the backend' exits 0
run env VCONFORM_ON=goldn "$scratch/kernel"
claim 'a bad VCONFORM_ON ends with exit 2' exits 2
claim 'a bad VCONFORM_ON is explained' complains "vconform: VCONFORM_ON: unknown backend 'goldn', did you mean 'golden'"
claim 'a bad VCONFORM_ON is one line' says_one_line
claim 'a bad VCONFORM_ON ends before main' no prints '0.3000'
run env VCONFORM_ON=./missing.so "$scratch/kernel"
claim 'a missing library ends with exit 2' exits 2
claim 'a missing library is named' complains 'missing.so: no such file'
finish
