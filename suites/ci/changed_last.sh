#!/bin/sh
# changed_last.sh COUNT: lists the COUNT source files below the current folder that changed last, first
# those that are not committed, then by commit; all of them if git cannot tell. Separated by zero bytes.
set -eu
mkdir -p build/test
# A checkout may belong to another user.
git_here() { git -c safe.directory="$PWD" "$@" 2>/dev/null; }
{
  git_here ls-files --modified --others --exclude-standard -- '*.cpp' &&
    git_here log --format= --name-only --diff-filter=d -n 100 -- '*.cpp'
} | awk '!seen[$0]++' | while read -r file; do
  [ ! -f "$file" ] || printf '%s\n' "$file"
done | head -n "$1" >build/test/changed
[ -s build/test/changed ] || find . -path ./build -prune -o -name '*.cpp' -print >build/test/changed
tr '\n' '\0' <build/test/changed
