#!/bin/sh
# compare.sh EXPECTED ACTUAL: compares two outputs of golden_digests. Names the first instruction that
# differs, and exits 1 if there is one.
set -eu

[ -s "$1" ] || {
  echo "$1 has no digests to compare with"
  exit 1
}
! cmp -s "$1" "$2" || exit 0
first=$(diff "$1" "$2" | sed -n 's/^[<>] \([^ ]*\).*/\1/p' | head -n 1)
echo "$first differs: $(grep "^$first " "$1" || echo 'no line'), not $(grep "^$first " "$2" || echo 'no line')"
exit 1
