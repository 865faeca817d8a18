#!/bin/sh
# fuzz_test.sh clean|finds FUZZER [RULE]: runs a fuzz target for up to 30 s from an empty corpus with
# a fixed seed. `clean`: it judged something and found nothing. `finds`: it found a break of RULE.
set -eu

mode=$1
fuzzer=$2
rule=${3-}
fail() {
  tail -n 60 "$work/log" >&2
  echo "fuzz_test: $*" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/corpus"
status=0
# Inputs of full length from the start: the elements that are planted come last among the choices.
"$fuzzer" -seed=1 -max_total_time=30 -len_control=0 -max_len=256 -print_final_stats=1 \
  -artifact_prefix="$work/" "$work/corpus" >"$work/log" 2>&1 || status=$?

case $mode in
  clean)
    [ "$status" -eq 0 ] || fail "the fuzzer found something (exit $status)"
    grep -Eq ': [1-9][0-9]* cases, [1-9][0-9]* elements judged$' "$work/log" ||
      fail 'the fuzzer judged nothing'
    grep 'stat::number_of_executed_units\|elements judged' "$work/log"
    ;;
  finds)
    [ "$status" -ne 0 ] || fail "30 s were not enough to find a break of $rule"
    grep -q "^MISMATCH .*rule $rule " "$work/log" || fail "the fuzzer stopped for something else"
    grep -E '^MISMATCH|^  (source|expected|got) ' "$work/log"
    ;;
esac
