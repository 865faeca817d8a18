# Sourced by the tests of scripts: checks claims about one command at a time.
# shellcheck shell=sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
claims=0

# run COMMAND...: keeps the exit code, output and errors of a command for the claims that follow.
run() {
  code=0
  "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

# claim NAME CONDITION...: one named check.
claim() {
  what=$1
  shift
  claims=$((claims + 1))
  "$@" && return
  failures=$((failures + 1))
  printf 'FAILED %s: %s\n  exit code %s, output:\n' "$what" "$*" "${code-}"
  sed 's/^/    /' "$scratch/out" "$scratch/err"
}

exits() { [ "$code" -eq "$1" ]; }
prints() { grep -Fq -e "$1" "$scratch/out"; }
complains() { grep -Fq -e "$1" "$scratch/err"; }
says_one_line() { [ "$(cat "$scratch/out" "$scratch/err" | wc -l)" -eq 1 ]; }
silent() { [ ! -s "$scratch/err" ]; }
no() { ! "$@"; }

# Call last.
finish() {
  printf '%d claims, %d failed\n' "$claims" "$failures"
  [ "$claims" -gt 0 ] && [ "$failures" -eq 0 ]
}
