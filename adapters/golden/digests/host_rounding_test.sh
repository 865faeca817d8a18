#!/bin/sh
# host_rounding_test.sh GOLDEN_DIGESTS LIBRARY HOST_ROUNDING_LIBRARY: golden computes the same
# under every rounding mode of the host, with or without subnormal numbers; a library that leaves one
# instruction to the host is caught, by the name of that instruction.
set -eu

digests=$1
library=$2
dependent=$3
here=$(dirname -- "$(readlink -f -- "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

"$digests" "$library" --quick >"$scratch/nearest"
for rounding in upward downward zero; do
  "$digests" "$library" --quick --host-rounding "$rounding" >"$scratch/other"
  "$here/compare.sh" "$scratch/nearest" "$scratch/other" || fail "golden depends on '$rounding' of the host"
done

part='--quick --instruction vconv_f322f32r'
# shellcheck disable=SC2086  # a list of words
"$digests" "$dependent" $part >"$scratch/nearest"
# shellcheck disable=SC2086
"$digests" "$dependent" $part --host-rounding upward >"$scratch/other"
said=$("$here/compare.sh" "$scratch/nearest" "$scratch/other") &&
  fail 'a library that leaves rounding to the host is not caught'
case $said in
  'vconv_f322f32r differs: '*) ;;
  *) fail "the instruction is not named: $said" ;;
esac
! "$here/compare.sh" /dev/null /dev/null >/dev/null || fail 'no digests at all pass for equal ones'
! "$digests" "$library" --instruction vconv_f322f32 >/dev/null 2>&1 || fail 'an unknown instruction passes'

[ "$failures" -eq 0 ]
