# Sourced by the checks that need a bare Debian: makes one in a temporary folder. They need root (or sudo),
# debootstrap and the Debian mirror that apt uses here.
# shellcheck shell=sh

# Packages of Debian are kept here for the next time; $root is the checkout.
# shellcheck disable=SC2154  # of the script that sources this
cache=$root/build/bare-debian

# copy_checkout FOLDER: the tracked files of the checkout, into a new folder.
copy_checkout() {
  mkdir -p "$1"
  (cd "$root" && git -c safe.directory="$root" ls-files -z | tar -c --null -T -) | tar -x -C "$1"
}

# make_bare_debian CODENAME: in the folder $bare, with the tracked files of the checkout in /checkout.
make_bare_debian() {
  # shellcheck disable=SC2016  # apt expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
    'Codename: bookworm' 'Component: main' | head -n 1)
  [ -n "$mirror" ] || fail 'apt has no Debian 12 mirror; add one to its sources and run apt-get update'
  mkdir -p "$cache/$1"
  # shellcheck disable=SC2154  # of the script that sources this
  debootstrap --variant=minbase --cache-dir="$cache/$1" "$1" "$bare" "$mirror" ||
    fail 'debootstrap failed; see its messages above'
  mount --bind "$cache/$1" "$bare/var/cache/apt/archives"
  mount -t proc proc "$bare/proc"
  mount --rbind /dev "$bare/dev"
  copy_checkout "$bare/checkout"
}

# Runs a command there as a login would see it; only a proxy is passed on.
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+"http_proxy=$http_proxy"} \
    chroot "$bare" sh -c 'cd /checkout && exec "$@"' inside "$@"
}

# in_namespaces SCRIPT [ARGUMENT...]: calls SCRIPT --unshared FOLDER [ARGUMENT...] in namespaces whose mounts
# and processes end with it, however it ends, and removes the temporary FOLDER then.
in_namespaces() {
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  folder=$($as_root mktemp -d)
  trap '$as_root rm -rf --one-file-system "$folder"' EXIT
  trap 'exit 130' INT TERM HUP
  script=$1
  shift
  $as_root unshare --mount --propagation private --pid --fork --kill-child "$script" --unshared "$folder" "$@"
}
