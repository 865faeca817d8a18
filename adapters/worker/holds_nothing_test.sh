#!/bin/bash
# holds_nothing_test.sh NM BINARY: the program that loads a backend holds nothing that tells right from
# wrong. A library can find everything that the program holds.
set -euo pipefail

[ $# -eq 2 ] || { echo "usage: $0 NM BINARY" >&2; exit 2; }
nm=$1
binary=$2

# Symbols of the program, and those that it exports: a stripped one has only the latter.
symbols=$("$nm" -C "$binary" 2>/dev/null; "$nm" -C -D "$binary" 2>/dev/null) || true
if [ "$(grep -c 'vconform::' <<<"$symbols")" -lt 20 ]; then
  echo "$binary: too few symbols of vconform to mean anything; is it stripped?" >&2
  exit 1
fi
found=$(grep -E 'vconform::(oracle|generators|suites|properties|adapters::(golden|mutants))::' <<<"$symbols" |
  sort -u | head -20 || true)
if [ -n "$found" ]; then
  echo "$binary holds what tells right from wrong:" >&2
  echo "$found" >&2
  exit 1
fi
