#!/bin/sh
# bare_debian_check.sh CODENAME [COMMAND...]: makes a bare Debian, bookworm (12) or trixie (13), in a temporary
# folder, copies the tracked files of this checkout into it and runs there, as root, each COMMAND of
# ./vconform; without any, certify and backends. Needs what bare_debian.sh needs, git and 4 GB in $TMPDIR.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")

fail() {
  printf 'bare Debian check: %s\n' "$*" >&2
  exit 1
}
# shellcheck source=suites/ci/bare_debian.sh
. "$here/bare_debian.sh"

check_commands() {
  for tool in g++ cmake ninja make git sudo; do
    ! inside sh -c "command -v $tool" >/dev/null || fail "$tool is there already, so this is not bare"
  done
  code=0
  inside ./vconform --no-install "$1" || code=$?
  [ "$code" -eq 2 ] || fail "--no-install exited $code instead of 2"
  # The last call shows the cost when nothing changed.
  for command in "$@" backends; do
    start=$(date +%s%N)
    inside ./vconform "$command" || fail "./vconform $command exited $?"
    printf 'bare Debian check: ./vconform %s took %d ms\n' "$command" \
      $((($(date +%s%N) - start) / 1000000))
  done
}

if [ "${1-}" = --unshared ]; then
  bare=$2
  codename=$3
  shift 3
  make_bare_debian "$codename"
  check_commands "$@"
  exit
fi
[ $# -gt 1 ] || set -- "${1-bookworm}" certify backends
in_namespaces "$here/bare_debian_check.sh" "$@"
