#!/bin/sh
# bare_debian_check.sh [COMMAND...]: makes a bare Debian 12 in a temporary folder, copies the tracked
# files of this checkout into it and runs there, as root, each COMMAND of ./vconform; without any,
# certify and backends. Needs root (or sudo), debootstrap, git, 4 GB in $TMPDIR and the Debian mirror
# that apt uses here. Packages are kept in build/bare-debian for the next time.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")
cache=$root/build/bare-debian

fail() {
  printf 'bare Debian check: %s\n' "$*" >&2
  exit 1
}

# Runs a command as a login would see it; only a proxy is passed on.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${http_proxy:+"http_proxy=$http_proxy"} \
    chroot "$bare" sh -c 'cd /checkout && exec "$@"' inside "$@"
}

make_bare_debian() {
  # shellcheck disable=SC2016  # apt expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
    'Codename: bookworm' 'Component: main' | head -n 1)
  [ -n "$mirror" ] || fail 'apt has no Debian 12 mirror; add one to its sources and run apt-get update'
  mkdir -p "$cache"
  debootstrap --variant=minbase --cache-dir="$cache" bookworm "$bare" "$mirror" ||
    fail 'debootstrap failed; see its messages above'
  mount --bind "$cache" "$bare/var/cache/apt/archives"
  mount -t proc proc "$bare/proc"
  mount --rbind /dev "$bare/dev"
  mkdir "$bare/checkout"
  (cd "$root" && git -c safe.directory="$root" ls-files -z | tar -c --null -T -) |
    tar -x -C "$bare/checkout"
}

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
  shift 2
  make_bare_debian
  check_commands "$@"
  exit
fi

# Mounts and processes live in namespaces that end with the inner script, however it ends; then the
# folder can be removed.
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
bare=$($as_root mktemp -d)
trap '$as_root rm -rf --one-file-system "$bare"' EXIT
trap 'exit 130' INT TERM HUP
[ $# -gt 0 ] || set -- certify backends
$as_root unshare --mount --propagation private --pid --fork --kill-child \
  "$here/bare_debian_check.sh" --unshared "$bare" "$@"
