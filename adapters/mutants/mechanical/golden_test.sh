#!/bin/sh
# golden_test.sh GOLDEN_DIGESTS GOLDEN_LIBRARY MECHANICAL_LIBRARY: with no site chosen, the rewritten
# golden computes what golden computes.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" "$2" --quick >"$scratch/golden"
"$1" "$3" --quick >"$scratch/rewritten"
"$here/../../golden/digests/compare.sh" "$scratch/golden" "$scratch/rewritten"
