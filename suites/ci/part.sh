#!/bin/sh
# part.sh NAME: runs one part of ./vconform test, from the root of the checkout.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
jobs=$(nproc)

build_and_test() {
  preset=$1
  shift
  cmake --preset "$preset" "$@"
  cmake --build --preset "$preset"
  "$here/run_tests.sh" "build/$preset" normal
}

# same_certificates BUILD BUILD: equal seeds give equal certificates and cases, whatever the compiler.
same_certificates() {
  for build in "$1" "$2"; do
    [ -x "$build/suites/vconform_cli" ] || {
      echo "no vconform_cli in $build to compare certificates with"
      exit 1
    }
    # Both use the same folder, because junit.xml names it.
    rm -rf build/same "$build/same"
    # A wrong backend, so that failing cases are compared too. certify exits 1.
    "$build/suites/vconform_cli" certify --level quick --seed 11 --backend mutant:trunc-is-floor \
      --out build/same >/dev/null || [ $? -eq 1 ]
    # The last part describes the run: its time, its machine, its program.
    sed -i '/^  "run": {$/,$d' build/same/certificate.json
    sed -i 's/ time="[0-9.]*"//' build/same/junit.xml
    # Made of the certificate alone, that part included.
    rm build/same/report.html
    mv build/same "$build/same"
  done
  diff -r "$1/same" "$2/same" || {
    echo "the certificates of $1 and $2 differ"
    exit 1
  }
  echo "the certificates of $1 and $2 are the same, case files and junit.xml included"
}

# Files found without git, which may be absent. Separated by zero bytes.
sources() {
  find . -path ./build -prune -o \( "$@" \) -print0
}

# compile_commands ON|OFF: the compile commands in build/tidy, of united files or of each file.
# Configured only: a precompiled header would have to be built, and with -Werror the compiler would
# decide before .clang-tidy does.
compile_commands() {
  cmake --preset clang -B build/tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DVCONFORM_FUZZING=ON \
    -DVCONFORM_WARNINGS_AS_ERRORS=OFF -DVCONFORM_UNITY="$1" >/dev/null
}

# clang_tidy [OPTION...]: checks the files named on stdin, separated by zero bytes.
clang_tidy() {
  xargs -0 -n 1 -P "$jobs" clang-tidy-19 --quiet -p build/tidy "$@" 2>/dev/null
}

case $1 in
  gcc)
    build_and_test gcc
    ;;
  long)
    cmake --preset gcc
    cmake --build --preset gcc --target all full_tests
    "$here/run_tests.sh" build/gcc full
    ;;
  longest)
    cmake --preset gcc
    cmake --build --preset gcc --target all release_tests
    "$here/run_tests.sh" build/gcc release
    ;;
  fuzz)
    cmake --preset fuzz
    # The smoke tests of all targets run in the part sanitizers.
    cmake --build --preset fuzz --target fuzz_targets vconform_cli faulty_golden hostile \
      hostile_to_fuzzing rarely_wrong tile_lowering
    ctest --test-dir build/fuzz --output-on-failure --no-tests=error -R '^(fuzz_command|fuzz_hostile|planted_faults)$'
    same_certificates build/gcc build/fuzz
    ;;
  sanitizers)
    # The sanitizers would only find a symbolizer without a version in its name.
    ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-19)
    export ASAN_SYMBOLIZER_PATH UBSAN_OPTIONS=print_stacktrace=1
    build_and_test asan-ubsan
    ;;
  tsan)
    cmake --preset tsan
    cmake --build --preset tsan
    digests=build/tsan/adapters/golden_digests
    "$digests" build/tsan/adapters/libvconform_golden.so --quick --at-once 4 >build/tsan/golden
    echo "golden: $(wc -l <build/tsan/golden) instructions, each in 4 contexts at the same time, no data race"
    # ThreadSanitizer ends a program in which it found something with exit code 66.
    status=0
    "$digests" build/tsan/adapters/racy_golden.so --quick --at-once 4 >build/tsan/racy 2>&1 || status=$?
    [ "$status" -eq 66 ] && grep -q '^WARNING: ThreadSanitizer: data race' build/tsan/racy || {
      echo "a buffer that contexts share was not found: exit $status; see build/tsan/racy"
      exit 1
    }
    echo 'a buffer that contexts share is found'
    ;;
  format)
    mkdir -p build/test
    sources -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' |
      xargs -0 clang-format-19 --dry-run 2>build/test/format.log
    wrong=$(sed -n 's/:[0-9]*:[0-9]*: warning:.*//p' build/test/format.log | sort -u)
    [ -z "$wrong" ] || {
      printf 'not formatted; run clang-format-19 -i on:\n%s\n' "$wrong"
      exit 1
    }
    "$here/prose_check.sh"
    # Only clang sees it, whose builds come at level full.
    stable=$(sources -name '*.h' -o -name '*.cpp' | xargs -0 grep -nE 'std::(ranges::)?(stable_sort|stable_partition|inplace_merge)\(' || true)
    [ -z "$stable" ] || {
      printf 'these call what libstdc++ has deprecated; sort by a key that tells equal ones apart:\n%s\n' "$stable"
      exit 1
    }
    ;;
  tidy)
    # Files with the headers of GoogleTest or RapidCheck cost clang-tidy 9 s each, and libclang's are
    # installed for level full alone: only tidy-all reads them.
    compile_commands OFF
    "$here/changed_last.sh" 30 | xargs -0 grep -LZE '#include ["<](gtest|gmock|rapidcheck|clang-c|adapters/mutants/mechanical/(parsed|find_sites|replacements))' |
      clang_tidy
    ;;
  tidy-all)
    # United files, so that headers are read once for many. A file in one is included there, as a
    # header is, and bugprone-suspicious-include would say so of each. The copies of golden for its
    # mechanical mutants are made by a build.
    compile_commands ON
    jq -r '.[].file | select(test("[.]c(pp|xx)$") and (test("vconform_mechanical|/build/tidy/.*[.]cpp$") | not))' \
      build/tidy/compile_commands.json | sort -u | tr '\n' '\0' | clang_tidy --checks=-bugprone-suspicious-include \
      --header-filter='/(spec|oracle|generators|adapters|suites|fuzz)/.*[.](h|hpp|cpp)$'
    ;;
  includes)
    compile_commands OFF
    jq -r '.[] | select(.file | test("[.]cpp$") and (test("/build/tidy/") | not)) | .file + "\n" + .command' build/tidy/compile_commands.json |
      awk 'NR % 2 { is_new = !known[$0]++; next } is_new { sub(/ -o [^ ]* -c /, " -fsyntax-only "); print }' |
      xargs -d '\n' -n 1 -P "$jobs" sh -c
    ;;
  mends)
    suites/attacks/mends_check.sh
    ;;
  aarch64)
    "$here/aarch64_check.sh"
    ;;
  slurm)
    cmake --preset gcc
    cmake --build --preset gcc --target vconform_cli
    suites/shards/slurm/slurm_test.sh build/gcc/suites/vconform_cli
    ;;
  ssh)
    cmake --preset gcc
    cmake --build --preset gcc --target vconform_cli exec_program
    suites/smoke/ssh_check.sh build/gcc/suites/vconform_cli build/gcc/adapters/example/exec_program
    ;;
  afl)
    fuzz/afl/afl_test.sh
    ;;
  oss-fuzz)
    fuzz/oss_fuzz_check.sh
    ;;
  bare-debian)
    "$here/bare_debian_check.sh" bookworm
    ;;
  bare-debian-13)
    "$here/bare_debian_check.sh" trixie
    ;;
  newcomer)
    "$here/newcomer_check.sh"
    ;;
  pages)
    cmake --preset gcc
    cmake --build --preset gcc --target vconform_cli vconform_golden vconform_worker vconform_backends
    suites/presentation/browser/browser_check.sh build/gcc/suites/vconform_cli build/gcc/adapters/libvconform_golden.so
    ;;
  packages)
    "$here/../packaging/packages_check.sh"
    ;;
esac
