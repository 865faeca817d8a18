#!/bin/sh
# packages_check.sh: builds Debian's packages from a clean copy of the tracked files, twice and in different
# folders, and compares them; runs lintian on them; installs them on a bare Debian 12, made in a temporary
# folder, and uses each there. Needs root (or sudo), debootstrap, lintian, git, 6 GB in $TMPDIR and the
# mirror that apt uses here. Packages of Debian are kept in build/bare-debian for the next time.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")
# shellcheck source=suites/ci/bare_debian.sh
. "$root/suites/ci/bare_debian.sh"

fail() {
  printf 'packages check: %s\n' "$*" >&2
  exit 1
}

# build FOLDER: the packages of a copy of the tracked files.
build() {
  copy_checkout "$1"
  (cd "$1" && cmake --preset package && cmake --build --preset package --target package) ||
    fail "the packages were not built in $1"
}

# expect_same PACKAGE OTHER: names the files that differ.
expect_same() {
  ! cmp "$1" "$2" || return 0
  dpkg-deb -R "$1" "$work/unpacked"
  dpkg-deb -R "$2" "$work/unpacked-too"
  diff -qr "$work/unpacked" "$work/unpacked-too" || true
  fail "${1##*/} is another one when it is built in another folder"
}

# Debian's tools date what they write by this: the time of the last change.
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -l "$here/debian/changelog" -S Timestamp)
export SOURCE_DATE_EPOCH

check() {
  build "$work/one"
  build "$work/two/deeper"
  packages=$work/one/build/package/packages
  [ "$(find "$packages" -maxdepth 1 -name '*.deb' | wc -l)" -eq 4 ] || fail "there are not four packages in $packages"
  for package in "$packages"/*.deb; do
    expect_same "$package" "$work/two/deeper/build/package/packages/${package##*/}"
  done
  lintian --fail-on error,warning --allow-root "$packages"/*.deb || fail 'lintian has complaints'

  bare=$work/bare
  make_bare_debian bookworm
  mkdir "$bare/packages"
  cp "$packages"/*.deb "$bare/packages"
  inside apt-get -q update
  install='apt-get -q install -y --no-install-recommends'
  inside sh -c "$install --download-only /packages/*.deb"
  start=$(date +%s%N)
  inside sh -c "$install /packages/*.deb"
  inside vconform certify --level quick --out /first
  printf 'packages check: from the packages to a quick certificate %d ms\n' $((($(date +%s%N) - start) / 1000000))
  inside vconform verify-certificate /first/certificate.json
  uses_it
  echo 'packages check: the same bytes from two folders, nothing for lintian to say, installed, used and purged'
}

# Uses each package on the bare system, as an ordinary user.
uses_it() {
  inside useradd --create-home somebody
  as_somebody() { inside runuser -u somebody -- env HOME=/home/somebody sh -ec "cd && $1"; }
  as_somebody 'vconform doctor'
  code=0
  as_somebody 'vconform certify --backend mutant:round-half-away --family vconv --level quick --out wrong' || code=$?
  [ "$code" -eq 1 ] || fail "certify of a mutant exited $code, not 1"
  as_somebody 'vconform report --format markdown wrong/certificate.json'
  as_somebody "python3 -c 'import array, vconform; print(vconform.convert(array.array(\"f\", [0.1]), \"f32\", \"f16\", \"r\"))'"
  for command in test fuzz; do
    code=0
    as_somebody "vconform $command 2>said" || code=$?
    [ "$code" -eq 2 ] || fail "vconform $command of an installed program exited $code"
    # shellcheck disable=SC2016  # expanded inside
    as_somebody '[ "$(wc -l <said)" -eq 1 ]' || fail "vconform $command does not say one line"
  done
  inside test -s /usr/share/man/man1/vconform-certify.1.gz || fail 'certify has no man page'
  inside apt-get -q purge -y libvconform0
  for folder in lib/x86_64-linux-gnu/vconform share/vconform include/vconform; do
    ! inside test -e "/usr/$folder" || fail "/usr/$folder stays when the packages are purged"
  done
}

if [ "${1-}" = --unshared ]; then
  work=$2
  check
  exit
fi
in_namespaces "$here/packages_check.sh"
