#!/bin/sh
# regressions_test.sh VCONFORM_CLI [FOLDER]: golden passes every kept case; if a case has the name of a
# mutant, that mutant fails it.
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
  mutant=mutant:$(basename -- "$file" .case)
  "$program" backends | grep -q "^$mutant " || continue
  code=0
  "$program" replay "$file" --backend "$mutant" --profile a2 >/dev/null || code=$?
  [ "$code" -eq 1 ] || fails "$mutant is not caught by $file: exit code $code"
  caught=$((caught + 1))
done
printf '%d cases, %d of them caught their mutant\n' "$#" "$caught"
[ "$caught" -ge 2 ] || fails 'fewer than two cases are known to catch something'
