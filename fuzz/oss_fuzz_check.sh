#!/bin/bash
# Imitates OSS-Fuzz on this machine: sets the variables of its images, runs .clusterfuzzlite/build.sh,
# and checks $OUT as OSS-Fuzz's check_build does, and more: each target has seeds, a dictionary and
# options, is instrumented in all it links, finds its libraries beside it, and runs from its seeds
# without a finding. Builds in $WORK or, without it, in build/oss-fuzz.
set -eu
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
seconds=5
# A target alone has some hundreds of counters; with the code that it links it has thousands.
fewest_counters=1000

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WORK=${WORK:-$root/build/oss-fuzz}
# The same place as in the last run, because compiler flags contain the path.
export SRC=$WORK/src OUT=$scratch/out
export SANITIZER=address FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64
export CC=clang-19 CXX=clang++-19 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
CFLAGS='-O1 -fno-omit-frame-pointer -gline-tables-only -fsanitize=fuzzer-no-link'
CFLAGS+=' -fsanitize=address -fsanitize-address-use-after-scope'
CFLAGS+=' -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'
export CFLAGS CXXFLAGS="$CFLAGS -stdlib=libc++"
# The caller's settings must not change the check.
unset "${!VCONFORM_FUZZ_@}"

failed=0
fail() {
  echo "oss_fuzz_check.sh: $*" >&2
  failed=1
}

# check_files TARGET DICTIONARY: its files are in $OUT. DICTIONARY may be '-'.
check_files() {
  local name=$1 dictionary=$2 wanted=("$1_seed_corpus.zip" "$1.options") file
  [ "$dictionary" = - ] || wanted+=("$name.dict")
  for file in "${wanted[@]}"; do
    [ -s "$OUT/$file" ] || fail "$name: there is no $file"
  done
  (mkdir "$scratch/seeds" && cd "$scratch/seeds" && cmake -E tar xf "$OUT/${name}_seed_corpus.zip") ||
    fail "$name: ${name}_seed_corpus.zip cannot be unpacked"
  [ -n "$(find "$scratch/seeds" -type f -size +0 -print -quit)" ] ||
    fail "$name: ${name}_seed_corpus.zip has no seed"
}

check_libraries() {
  local foreign
  foreign=$(ldd "$OUT/$1" | sed -n 's/^\t*\([^ ]*\) => \([^ ]*\).*/\1 \2/p' |
    grep -vE "^lib(c|m|dl|rt|pthread|resolv)\.so|$OUT/lib/" || true)
  [ -z "$foreign" ] || fail "$1: not in \$OUT/lib: $foreign"
}

# check_log TARGET DICTIONARY LOG: the run had coverage, counters, AddressSanitizer and the dictionary.
check_log() {
  local name=$1 dictionary=$2 log=$3 counters
  grep -q 'INITED cov: [1-9]' "$log" || fail "$name: its seeds reach nothing"
  counters=$(sed -n 's/^INFO: Loaded .* (\([0-9]*\) inline 8-bit counters).*/\1/p' "$log")
  [ "${counters:-0}" -ge $fewest_counters ] ||
    fail "$name: ${counters:-no} counters: it, or what it links, is not instrumented"
  nm "$OUT/$name" | grep -q __asan_init || fail "$name: it is built without AddressSanitizer"
  [ "$dictionary" = - ] || grep -q '^Dictionary: [1-9]' "$log" ||
    fail "$name: there is nothing in $name.dict"
}

run() {
  local name=$1 dictionary=$2 log=$scratch/log flags
  mapfile -t flags < <(sed -n 's/^\([a-z_]*\) *= *\([^ ]*\)$/-\1=\2/p' "$OUT/$name.options")
  [ "$dictionary" = - ] || flags+=("-dict=$OUT/$name.dict")
  # The limits are those of OSS-Fuzz.
  (cd "$scratch" && "$OUT/$name" "${flags[@]}" -max_total_time=$seconds -timeout=25 \
    -rss_limit_mb=2560 -print_final_stats=1 "$scratch/seeds") >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    fail "$name: it ended with an error"
    return
  }
  check_log "$name" "$dictionary" "$log"
  printf '%-20s %6d seeds %8d runs\n' "$name" "$seeds" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
}

check_target() {
  local name=$1 dictionary=$2 seeds
  rm -rf "$scratch/seeds"
  check_files "$name" "$dictionary"
  seeds=$(find "$scratch/seeds" -type f | wc -l)
  check_libraries "$name"
  run "$name" "$dictionary"
}

mkdir -p "$SRC" "$OUT" "$WORK"
ln -sfn "$root" "$SRC/vconform"
(cd "$SRC/vconform" && .clusterfuzzlite/build.sh >"$scratch/build.log" 2>&1) || {
  tail -n 60 "$scratch/build.log" >&2
  fail 'build.sh failed'
  exit 1
}

# OSS-Fuzz takes a program for a target if it contains this name.
found=$(find "$OUT" -maxdepth 1 -type f -executable -exec grep -l LLVMFuzzerTestOneInput {} + |
  sed 's:.*/::' | sort)
table=$WORK/vconform/fuzz/targets.txt
[ -n "$found" ] || fail "there is no target in $OUT"
[ "$found" = "$(cut -f 1 "$table" | sort)" ] || fail "not all targets are in \$OUT, which has: $found"
while IFS=$'\t' read -r name _ _ dictionary _; do
  [ ! -x "$OUT/$name" ] || check_target "$name" "$dictionary" </dev/null
done <"$table"
exit $failed
