#!/bin/sh
# smoke_test.sh TARGET CORPUS DICTIONARY RUNS: runs a fuzz target on its seeds and RUNS inputs made
# of them. Fails where there is no program or no seed, where it made fewer runs, and where it found
# something. DICTIONARY may be '-'.
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

# What it finds is kept in a folder by some targets, and ends the others.
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
