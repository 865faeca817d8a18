#!/bin/sh
# example_test.sh CHECKOUT VCONFORM_CLI: the lines of README.md build the adapters outside the tree, with
# gcc and clang; those conform, are as small as promised, and do not conform once they are wrong.
set -eu

CHECKOUT=$1
cli=$2
fail() {
  echo "example_test: $*" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# blocks LANGUAGE: the fenced blocks of README.md in that language.
blocks() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$CHECKOUT/adapters/example/README.md" | grep -v '^```'
}

# certifies STATUS: certify ends with that exit code for what was built here.
certifies() {
  status=0
  "$cli" certify --backend ./smallest.so --level quick --out certified || status=$?
  [ "$status" -eq "$1" ] || fail "in '$PWD' certify must exit $1, this was $status"
}

# is_small FILE LINES: neither blank lines nor comments are counted.
is_small() {
  lines=$(grep -Evc '^ *(//|/\*|\*|$)' "$CHECKOUT/adapters/example/$1")
  [ "$lines" -le "$2" ] || fail "$1 has $lines lines, more than $2"
}

# builds FILE COMPILER OTHER SPOIL: the lines build FILE with both compilers, and SPOIL makes it wrong.
builds() {
  for compiler in "$2" "$3"; do
    mkdir "$work/$1 $compiler"
    cd "$work/$1 $compiler"
    grep -B 2 "^$2 .* $1 " ../lines.sh | sed "s/^$2 /$compiler /" >lines.sh
    [ "$(wc -l <lines.sh)" -eq 3 ] || fail "README.md no longer builds $1 in three lines"
    . ./lines.sh
    certifies 0
    grep -q '"conforms"' certified/certificate.json || fail 'the certificate does not say that it conforms'
  done
  sed -i "$4" "$1"
  ! cmp -s "$1" "$CHECKOUT/adapters/example/$1" || fail "$1 has no line to spoil"
  tail -n 1 lines.sh >compile.sh
  . ./compile.sh
  certifies 1
  cd "$work"
}

blocks sh >lines.sh
is_small smallest_adapter.c 50
is_small smallest_adapter.cpp 13
blocks cpp | cmp - "$CHECKOUT/adapters/example/smallest_adapter.cpp" ||
  fail 'README.md shows another smallest_adapter.cpp than that in the tree'
builds smallest_adapter.c gcc clang-19 's/to\[i\] = from\[i\];/to[i] = -from[i];/'
builds smallest_adapter.cpp g++ clang++-19 's/std::ranges::copy(\(.*\), \(.*\));/std::ranges::reverse_copy(\1, \2);/'
