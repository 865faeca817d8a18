#!/bin/sh
# install_test.sh CHECKOUT BUILD: installs from BUILD, moves the installation, and uses it from outside:
# a CMake project with both compilers, a C program by pkg-config, and every mistake that is caught.
set -eu

checkout=$1
build=$2
here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$checkout/suites/ci/expect.sh"
unset DESTDIR CMAKE_PREFIX_PATH PKG_CONFIG_PATH

prefix="$scratch/moved here/the prefix"
project="$scratch/outside project"

# ---- Installing ----

run cmake --install "$build" --prefix "$scratch/a prefix"
claim 'installs' exits 0
mkdir "$scratch/moved here"
mv "$scratch/a prefix" "$prefix"
library=$(find "$prefix" -name libvconform_golden.so)

run "$prefix/bin/vconform" --version
version=$(cat "$scratch/out")
claim 'the program runs and has a version' [ -n "$version" ]
run readelf -d "$library"
abi=$(sed -n 's/^#define VCONFORM_ABI_VERSION \([0-9]*\)u$/\1/p' "$checkout/adapters/vconform_adapter.h")
claim 'the SOVERSION of golden is that of the ABI' prints "Library soname: [libvconform_golden.so.$abi]"
run sh -c "grep -rl -e '$checkout' -e '$build' '$prefix/include' '$prefix/share' '$prefix/lib/cmake' '$prefix/lib/pkgconfig'"
claim 'nothing names the checkout or the build' [ ! -s "$scratch/out" ]
claim 'the licence is there' [ -s "$prefix/share/doc/vconform/LICENSE" ]
claim 'the templates are there' [ -s "$prefix/share/vconform/ci/gitlab-ci.yml" ]
claim 'the schemas are there' [ -s "$prefix/share/vconform/schemas/certificate.schema.json" ]
claim 'the man pages are there' [ -s "$prefix/share/man/man1/vconform-certify.1.gz" ]
claim 'what completes commands is there' [ -s "$prefix/share/bash-completion/completions/vconform" ]
claim 'what only Debian packages have is not' [ ! -e "$prefix/lib/python3" ]

run cmake -G Ninja -S "$checkout" -B "$scratch/untested" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON
claim 'BUILD_TESTING=OFF needs no GoogleTest' exits 0
run ninja -C "$scratch/untested" -n
claim 'BUILD_TESTING=OFF builds the program' prints 'suites/vconform_cli'
claim 'BUILD_TESTING=OFF builds no test' no grep -Eq '_test|test_|_fuzz| fuzz/|smallest' "$scratch/out"

# ---- A project ----

mkdir -p "$project/conformance"
cp "$here/CMakeLists.txt" "$here/wrapped_golden.cpp" "$here/use_golden.c" "$project"
cp "$checkout/adapters/example/smallest_adapter.c" "$project/right_adapter.c"
cp "$checkout/adapters/example/smallest_adapter.cpp" "$project/cpp_adapter.cpp"
sed 's/to\[i\] = from\[i\];/to[i] = -from[i];/' "$project/right_adapter.c" >"$project/wrong_adapter.c"
claim 'the example has a line to spoil' no cmp -s "$project/right_adapter.c" "$project/wrong_adapter.c"
touch "$project/probe.json" "$project/waivers.json" "$project/conformance/certificate.json"

# The words of a test's command, one per line; a property of the test.
command_of() { jq -r ".tests[] | select(.name == \"$1\") | .command[1:][]" "$scratch/tests.json"; }
shell_command_of() { jq -r ".tests[] | select(.name == \"$1\") | .command | @sh" "$scratch/tests.json"; }
property_of() {
  jq -r ".tests[] | select(.name == \"$1\") | .properties[] | select(.name == \"$2\") | .value" \
    "$scratch/tests.json" | tr -d '\n "[]'
}

every_option() {
  printf '%s\n' certify --backend "$1/libright_adapter.so" --level standard --out "$1/every option" \
    --family vconv --family deq --require vconv --profile "probed:$project/probe.json" \
    --choice ctrl.59=truncates --choice s4.nibble=low-first --seed 0 --jobs 2 \
    --waivers "$project/waivers.json" --baseline "$project/conformance/certificate.json"
}

registers() {
  ctest --test-dir "$1" --show-only=json-v1 >"$scratch/tests.json"
  claim 'every option reaches the program' [ "$(command_of every_option)" = "$(every_option "$1")" ]
  claim 'the program is the one that was moved' \
    [ "$(jq -r '.tests[0].command[0]' "$scratch/tests.json")" = "$prefix/bin/vconform" ]
  claim 'labels are added' [ "$(property_of every_option LABELS)" = conformance,nightly ]
  claim 'a TIMEOUT is kept' [ "$(property_of every_option TIMEOUT)" = 77 ]
  claim 'JOBS are told to CTest' [ "$(property_of every_option PROCESSORS)" = 2 ]
  claim 'quick has ten minutes' [ "$(property_of golden TIMEOUT)" = 600 ]
  claim 'junit.xml can be asked for' \
    [ "$(property_of golden ATTACHED_FILES)" = "$(printf %s "$1/outside_golden-conformance/junit.xml" | tr -d ' ')" ]
  run ctest --test-dir "$1" -N -L '^conformance$'
  claim 'every test has the label' prints 'Total Tests: 5'
}

certifies() {
  run ctest --test-dir "$1" -LE nightly --no-tests=error
  claim 'right adapters pass' exits 0
  claim 'all of them ran' prints 'out of 3'
  claim 'golden was called' grep -q '"name": "wrapped-golden"' "$1/outside_golden-conformance/certificate.json"
  claim 'golden was judged' grep -q '"rows_conforming": 1,' "$1/outside_golden-conformance/certificate.json"
  run ctest --test-dir "$1" -R wrong_adapter
  claim 'CTest reports the wrong adapter' exits 8
  claim 'CTest names it' prints 'wrong_adapter_conformance (Failed)'
  for results in cpp_adapter-conformance outside_golden-conformance right_adapter-conformance wrong; do
    claim "junit.xml is in $results" grep -q '<testsuite ' "$1/$results/junit.xml"
  done
  eval "run $(shell_command_of wrong_adapter_conformance)"
  claim 'the program exits 1' exits 1
  claim 'it says what is wrong' prints 'MISMATCH'
}

compile_and_test() {
  folder="$scratch/build with $1"
  run cmake -G Ninja -S "$project" -B "$folder" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$1" -DCMAKE_CXX_COMPILER="$2"
  claim "is found and configures with $2" exits 0
  claim 'a target and a test say where junit.xml is' prints \
    "right_adapter: $folder/right_adapter-conformance/junit.xml;$folder/every option/junit.xml; of golden: $folder/outside_golden-conformance/junit.xml"
  run cmake --build "$folder"
  claim "builds with $2" exits 0
  registers "$folder"
  certifies "$folder"
}
compile_and_test gcc g++
compile_and_test clang-19 clang++-19

mv "$project/waivers.json" "$project/moved.json"
run ctest --test-dir "$folder" -R every_option
claim 'a waiver file that vanished fails the test' prints 'every_option (Not Run)'
mv "$project/moved.json" "$project/waivers.json"

# ---- pkg-config ----

PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
export PKG_CONFIG_PATH
run pkgconf --modversion vconform-adapter vconform-golden vconform-intrinsics
claim 'the .pc files have the version of the program' \
  [ "$(cat "$scratch/out")" = "$(printf '%s\n%s\n%s' "$version" "$version" "$version")" ]
# pkgconf puts backslashes before spaces, for the shell.
eval "run gcc -std=c11 -Wall -Werror '$project/use_golden.c' -o '$scratch/use_golden' \
  $(pkgconf --cflags --libs vconform-golden)"
claim 'a program is linked to golden' exits 0
run env LD_LIBRARY_PATH="$(dirname "$library")" "$scratch/use_golden"
claim 'it calls golden' prints 'golden has rows'
eval "run g++ -std=c++17 -Wall -Werror '$checkout/adapters/intrinsics/testing/kernel.cpp' -o '$scratch/kernel' \
  $(pkgconf --cflags --libs vconform-intrinsics)"
claim 'a kernel is linked to the intrinsics' exits 0
run env LD_LIBRARY_PATH="$(dirname "$library")" "$scratch/kernel"
claim 'the kernel runs on golden' prints '0.3000 99.3125 0.0000'
eval "run gcc -std=c11 -Wall -Werror -shared -fPIC '$project/right_adapter.c' -o '$scratch/adapter.so' \
  $(pkgconf --cflags --libs vconform-adapter)"
claim 'an adapter is compiled' exits 0
run "$prefix/bin/vconform" certify --backend "$scratch/adapter.so" --level quick --out "$scratch/results"
claim 'it conforms' prints 'smallest conforms on 1 of'

# ---- Mistakes ----

# refused WHAT MESSAGE: a project of the lines on stdin is refused with the message, ignoring line breaks.
mkdir "$scratch/mistaken"
refused() {
  { printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(mistaken LANGUAGES NONE)' && cat; } \
    >"$scratch/mistaken/CMakeLists.txt"
  run cmake -S "$scratch/mistaken" -B "$scratch/mistaken/build" -DCMAKE_PREFIX_PATH="$prefix"
  claim "$1 is refused" exits 1
  tr -s '\n ' ' ' <"$scratch/err" >"$scratch/one-line"
  claim "$1 is named, with the fix" grep -Fq -e "$2" "$scratch/one-line"
}

# Lines of the form call|message: the call is the last line of a project that has some targets.
mistakes() {
  cat <<'EOM'
(a)|LEVEL is ''; give LEVEL quick, LEVEL standard or LEVEL exhaustive
(a LEVEL often)|LEVEL is 'often'; give LEVEL quick
(a LEVEL quick FASTER)|unknown argument 'FASTER'; see the top of vconformConformanceTest.cmake
(a LEVEL quick SEED)|'SEED' is followed by no value; is a variable not set?
(a LEVEL quick WAIVERS "${unset}")|'WAIVERS' is followed by no value; is a variable not set?
(LEVEL quick)|there is no target 'LEVEL'; call add_library(LEVEL MODULE ...) before
(b LEVEL quick)|there is no target 'b'; call add_library(b MODULE ...) before
(static LEVEL quick)|'static' is of type STATIC_LIBRARY and cannot be loaded; make it a MODULE or SHARED library
(custom LEVEL quick)|'custom' is of type UTILITY and cannot be loaded
(a LEVEL quick WAIVERS none.json)|mistaken/none.json' for WAIVERS; make it, or leave WAIVERS out
(a LEVEL quick BASELINE build)|mistaken/build' for BASELINE; make it, or leave BASELINE out
(a LEVEL quick PROFILE probed:none.json)|mistaken/none.json' for PROFILE; make it
(a LEVEL quick TIMEOUT soon)|TIMEOUT is 'soon'; give a whole number above 0
(a LEVEL quick JOBS 0)|JOBS is '0'; give a whole number above 0
(a LEVEL quick NAME once)|another conformance test has the name 'once'; give this one another NAME
(a LEVEL quick OUT here)|mistaken/build/here'; give this one another OUT
(a LEVEL quick NAME plain)|there is already a test 'plain'; give this one another NAME
EOM
}
mistakes >"$scratch/mistakes"
while IFS='|' read -r call message; do
  refused "$call" "$message" <<EOM
find_package(vconform REQUIRED)
enable_testing()
foreach(name a other another)
  add_library(\${name} MODULE IMPORTED)
endforeach()
add_library(static STATIC IMPORTED)
add_custom_target(custom)
add_test(NAME plain COMMAND true)
vconform_add_conformance_test(other LEVEL quick NAME once)
vconform_add_conformance_test(another LEVEL quick OUT here)
vconform_add_conformance_test$call
EOM
done <"$scratch/mistakes"
claim 'there were mistakes' [ "$(wc -l <"$scratch/mistakes")" -gt 10 ]

refused 'testing that is not enabled' 'testing is not enabled here, so that the test would be dropped; call enable_testing()' <<'EOM'
find_package(vconform REQUIRED)
add_library(a MODULE IMPORTED)
vconform_add_conformance_test(a LEVEL quick)
EOM
refused 'a newer version than there is' 'compatible with requested version "99"' <<'EOM'
find_package(vconform 99 REQUIRED)
EOM
refused 'an older minor version than there is' 'compatible with requested version "0.0"' <<'EOM'
find_package(vconform 0.0 REQUIRED)
EOM

finish
