#!/bin/bash
# afl.sh TARGET SECONDS [OUT]: builds a fuzz target with AFL++'s runtime and runs afl-fuzz on it, from
# its seeds, until it finds a crash or SECONDS are over. Prints the executions per second; exits 1 if an
# input crashed the target or took two seconds. Such inputs are in OUT, by default build/afl/out/TARGET.
# VCONFORM_FUZZ_BACKEND and the like are passed on to the target.
set -eu
root=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")")
# The build folder can be set from outside.
build=${VCONFORM_AFL_BUILD:-$root/build/afl}

die() {
  echo "afl.sh: $*" >&2
  exit 2
}

case $# in
  2 | 3) ;;
  *) die 'use: afl.sh TARGET SECONDS [OUT]' ;;
esac
target=$1 seconds=$2 out=${3:-$build/out/$1}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "SECONDS is a number, not '$seconds'"

(cd "$root" && cmake --preset afl -B "$build" && cmake --build "$build" --parallel "$(nproc)" \
  --target "$target" "${target}_mutator" fuzz_corpora) >&2 || die "could not build $target"
line=$(grep -P "^$target\t" "$build/fuzz/targets.txt") || die "there is no target $target"
IFS=$'\t' read -r _ program seeds dictionary most <<<"$line"

flags=(-i "$seeds" -o "$out" -V "$seconds" -t 2000)
[ "$dictionary" = - ] || flags+=(-x "$dictionary")
[ "$most" = - ] || flags+=(-G "$most")
rm -rf "$out"
mkdir -p "$out"
# No terminal and no tuning of the machine; a crash ends the run, as with libFuzzer.
export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_BENCH_UNTIL_CRASH=1
export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
# AFL++'s driver does not call a target's own mutator.
if nm --dynamic "$program" | grep -q LLVMFuzzerCustomMutator; then
  export AFL_CUSTOM_MUTATOR_LIBRARY=${program}_mutator.so
fi
# AFL++ must know all counters before the first input, which opens the backend.
backend=${VCONFORM_FUZZ_BACKEND-}
if [ -f "$backend" ] && nm --dynamic "$backend" | grep -q __sanitizer_cov_trace_pc_guard; then
  AFL_PRELOAD=$(readlink -f -- "$backend")
  export AFL_PRELOAD
fi
status=0
afl-fuzz "${flags[@]}" -- "$program" >"$out/log" 2>&1 || status=$?

# afl-fuzz skips seeds that crash, and gives up if all do.
seed=$(grep -oP "orig:\K[^']*(?=' results in a (crash|timeout))" "$out/log" | head -n 1 || true)
[ -z "$seed" ] || {
  echo "$program $seeds/$seed shows what is wrong, and is a seed"
  exit 1
}
[ $status -eq 0 ] || {
  tail -n 30 "$out/log" >&2
  die "afl-fuzz failed on $target"
}

stat() { sed -n "s/^$1 *: //p" "$out/default/fuzzer_stats"; }
[ "$(stat execs_done)" -gt 0 ] || die "afl-fuzz executed nothing of $target"
printf '%s: %s executions, %s a second; %s of %s edges, %s inputs that reach more than the seeds; %s crashes, %s hangs\n' \
  "$target" "$(stat execs_done)" "$(stat execs_per_sec)" "$(stat edges_found)" \
  "$(stat total_edges)" "$(stat corpus_found)" "$(stat saved_crashes)" "$(stat saved_hangs)"
found=$(find "$out/default/crashes" "$out/default/hangs" -name 'id:*')
[ -z "$found" ] || {
  printf '%s %s\n' "$program" "$(head -n 1 <<<"$found") shows what is wrong"
  exit 1
}
