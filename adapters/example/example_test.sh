#!/bin/sh
# example_test.sh CHECKOUT VCONFORM_CLI: the three lines of README.md build an adapter outside the
# tree that conforms, and a wrong one does not.
set -eu

VCONFORM=$1
cli=$2
fail() {
  echo "example_test: $*" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

sed -n '/^```sh$/,/^```$/p' "$VCONFORM/adapters/example/README.md" | grep -v '^```' >lines.sh
[ "$(wc -l <lines.sh)" -eq 3 ] || fail 'README.md no longer builds the example in three lines'
. ./lines.sh
"$cli" certify --backend ./smallest.so --level quick --out right
grep -q '"conforms"' right/certificate.json || fail 'the certificate does not say that it conforms'

sed 's/to\[i\] = from\[i\];/to[i] = -from[i];/' smallest_adapter.c >wrong_adapter.c
cmp -s smallest_adapter.c wrong_adapter.c && fail 'the example has no line to spoil'
gcc -std=c11 -shared -fPIC -I. wrong_adapter.c -o wrong.so
status=0
"$cli" certify --backend ./wrong.so --level quick --out wrong || status=$?
[ "$status" -eq 1 ] || fail "a wrong adapter must exit 1, this was $status"
