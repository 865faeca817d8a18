#!/bin/sh
# bare_debian_check.sh [COMMAND...]: makes a bare Debian 12 in a temporary folder, copies the tracked
# files of this checkout into it and runs there, as root, each COMMAND of ./vconform; without any,
# certify and backends. Needs root (or sudo), debootstrap, git, 4 GB in $TMPDIR and the Debian mirror
# that apt uses here. Packages are kept in build/bare-debian for the next time.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")

fail() {
  printf 'bare Debian check: %s\n' "$*" >&2
  exit 1
}

# Everything is mounted in a name space of this process: it goes when the process goes, however.
if [ "${1-}" != --unshared ]; then
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  exec $as_root unshare --mount --propagation private "$here/bare_debian_check.sh" --unshared "$@"
fi
shift
[ $# -gt 0 ] || set -- certify backends

# shellcheck disable=SC2016  # apt expands it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
  'Codename: bookworm' 'Component: main' | head -n 1)
[ -n "$mirror" ] || fail 'apt has no Debian 12 mirror here; add one to its sources and run apt-get update'

bare=$(mktemp -d)
cache=$root/build/bare-debian
clean_up() {
  umount --recursive --quiet "$bare/proc" "$bare/dev" "$bare/var/cache/apt/archives" || true
  rm -rf --one-file-system "$bare"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# As a login would see it; proxies are the one thing passed on.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${http_proxy:+"http_proxy=$http_proxy"} \
    chroot "$bare" sh -c 'cd /checkout && exec "$@"' inside "$@"
}

mkdir -p "$cache"
debootstrap --variant=minbase --cache-dir="$cache" bookworm "$bare" "$mirror" ||
  fail 'debootstrap failed; see its messages above'
mount --bind "$cache" "$bare/var/cache/apt/archives"
mount -t proc proc "$bare/proc"
mount --rbind /dev "$bare/dev"
mkdir "$bare/checkout"
(cd "$root" && git -c safe.directory="$root" ls-files -z | tar -c --null -T -) |
  tar -x -C "$bare/checkout"

for tool in g++ cmake ninja make git sudo; do
  ! inside sh -c "command -v $tool" >/dev/null || fail "$tool is there already, so this is not bare"
done
code=0
inside ./vconform --no-install "$1" || code=$?
[ "$code" -eq 2 ] || fail "--no-install exited $code instead of 2"

# Once more at the end: what a call costs when nothing changed.
for command in "$@" backends; do
  start=$(date +%s%N)
  inside ./vconform "$command" || fail "./vconform $command exited $?"
  printf 'bare Debian check: ./vconform %s took %d ms\n' "$command" \
    $((($(date +%s%N) - start) / 1000000))
done
