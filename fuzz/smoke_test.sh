#!/bin/sh
# smoke_test.sh TARGET CORPUS DICTIONARY RUNS: runs a fuzz target on its seeds and on RUNS inputs made
# from them. Fails without a program or seeds, with fewer runs, and if something is found. DICTIONARY
# may be '-'.
set -u
target=$1 corpus=$2 dictionary=$3 runs=$4

fail() {
  echo "smoke_test.sh: $*" >&2
  exit 1
}

[ -x "$target" ] || fail "there is no program $target"
[ -n "$(ls -A "$corpus" 2>/dev/null)" ] || fail "there is no seed in $corpus"
scratch=$(mktemp -d) || fail "cannot make a folder"
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/corpus" "$scratch/findings"
set -- -seed=1 -runs="$runs" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$scratch/"
[ "$dictionary" = - ] || set -- "$@" -dict="$dictionary"

# Some targets keep a finding in a folder, others end with it.
VCONFORM_FUZZ_FINDINGS=$scratch/findings "$target" "$@" "$scratch/corpus" "$corpus" \
  >"$scratch/log" 2>&1 || {
  tail -n 40 "$scratch/log" >&2
  fail "$target ended with a finding"
}
[ -z "$(ls -A "$scratch/findings")" ] || {
  cat "$scratch"/findings/* >&2
  fail "$target found something"
}
made=$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/log")
[ "${made:-0}" -ge "$runs" ] || fail "$target made ${made:-no} runs of $runs"
echo "$made runs"
