#!/bin/sh
# regressions_test.sh VCONFORM_CLI [FOLDER]: golden passes every kept case; a case has the name of a
# mutant, which fails it, or of a finding.
set -eu

program=$1
folder=${2-$(dirname -- "$(readlink -f -- "$0")")}
fails() {
  printf 'FAILED %s\n' "$*"
  exit 1
}

set -- "$folder"/*.case
[ -e "$1" ] || fails "there is no case in $folder"
"$program" replay "$@" --backend golden || fails 'golden does not pass'

caught=0
for file in "$@"; do
  name=$(basename -- "$file" .case)
  mutant=mutant:$name
  # fuzz --keep names a case by a key of 16 digits.
  ! expr "$name" : '[0-9a-f]\{16\}\(-[0-9]*\)\{0,1\}$' >/dev/null || continue
  "$program" backends | grep -q "^$mutant " || fails "$file has the name of no mutant"
  code=0
  "$program" replay "$file" --backend "$mutant" --profile a2 >/dev/null || code=$?
  [ "$code" -eq 1 ] || fails "$mutant is not caught by $file: exit code $code"
  caught=$((caught + 1))
done
printf '%d cases, %d of them caught their mutant\n' "$#" "$caught"
[ "$caught" -gt 0 ] || fails 'no case is known to catch something'
