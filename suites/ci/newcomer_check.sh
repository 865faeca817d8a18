#!/bin/sh
# newcomer_check.sh: types what README.md shows on a bare Debian 12, made in a temporary folder, as an ordinary
# user without sudo, for whom root installs the packages that ./vconform names, and prints the time of each step. Needs what
# bare_debian.sh needs, git and 6 GB in $TMPDIR.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")

fail() {
  printf 'newcomer check: %s\n' "$*" >&2
  exit 1
}
# shellcheck source=suites/ci/bare_debian.sh
. "$here/bare_debian.sh"

# types EXIT COMMAND: in a shell of the user, in the folder $where; what it prints is left in the file $said.
types() {
  wanted=$1
  shift
  printf '%s\n' "newcomer: $*"
  code=0
  inside runuser -u newcomer -- env HOME=/home/newcomer sh -c "cd $where && $*" >"$said" 2>&1 || code=$?
  sed 's/^/  | /' "$said" | tail -n 12
  [ "$code" -eq "$wanted" ] || fail "$* exited $code, not $wanted"
}
# shown EXIT COMMAND: the same of a command that README.md shows.
shown() {
  grep -qF -- "$2" "$root/README.md" || fail "README.md does not show $2"
  types "$@"
}
finds() { grep -qe "$1" "$said" || fail "it does not say $1"; }

begin() { start=$(date +%s); }
took() { printf 'newcomer check: %s: %d s\n' "$1" $(($(date +%s) - start)); }

check() {
  checkout=/home/newcomer/vconform
  where=$checkout
  make_bare_debian bookworm
  inside useradd --create-home newcomer
  inside cp -r /checkout "$checkout"
  inside chown -R newcomer:newcomer "$checkout"

  # Root types the line that the user was shown.
  types 2 ./vconform --no-install certify
  install=$(sed -n 's/.*install them with: //p' "$said")
  [ -n "$install" ] || fail './vconform does not say how to install what is missing'
  begin
  inside apt-get -q update
  # Python is not among what is missing: it is there where somebody has a function in Python.
  inside sh -c "$install -y python3"
  took 'the packages'

  begin
  shown 0 './vconform certify'
  finds 'golden.* conforms on'
  took 'the first certificate, from a checkout with nothing built'
  types 0 ./vconform verify-certificate vconform-out/certificate.json

  begin
  shown 0 './vconform new-adapter --language c++ my_adapter'
  # It says what to type next; two lines of it build and try the adapter.
  sed -n '/^next:/,$ s/^  //p' "$said" >"$bare/home/newcomer/next.sh"
  types 0 "sh -ex /home/newcomer/next.sh"
  where=$checkout/my_adapter
  types 0 ../vconform certify --backend ./my_adapter.so --level quick
  finds 'my_adapter.* conforms on'
  took 'an adapter in C++, written, built, tried and certified'

  where=$checkout
  begin
  awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" >"$bare/home/newcomer/mine.py"
  types 0 PYTHONPATH=adapters/python python3 /home/newcomer/mine.py
  finds 'conforms on'
  took 'a function in Python'

  begin
  # The whole file of which README.md shows the function, built as that README says.
  awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$root/adapters/lowering/README.md" \
    >"$bare/home/newcomer/kernels.cpp"
  types 0 'g++ -std=c++17 -shared -fPIC -I . /home/newcomer/kernels.cpp -o kernels.so'
  shown 0 './vconform certify --backend lowering:./kernels.so'
  finds 'my kernels.* conforms on'
  took 'a lowering, built and certified'

  begin
  # The lines of that README that build the library and a program with it.
  sed -n '/^```sh$/,/^\.\/kernel/ { /^```/d; /^\.\/kernel/d; p }' "$root/adapters/intrinsics/README.md" \
    >"$bare/home/newcomer/build.sh"
  cp "$root/adapters/intrinsics/testing/traced_kernel.cpp" "$bare$checkout/kernel.cpp"
  types 0 "CHECKOUT=$checkout sh -ex /home/newcomer/build.sh"
  shown 0 './vconform trace ./kernel'
  finds 'vconv_f322f16r'
  took 'a program with the documented prototypes, built and traced'

  begin
  shown 1 './vconform certify --backend mutant:round-half-away --level quick --family vconv'
  finds 'round as a'
  replay=$(sed -n 's/^ *replay *//p' "$said" | head -n 1)
  [ -n "$replay" ] || fail 'no line says how to replay the failure'
  types 1 "$replay"
  case_file=$(printf '%s\n' "$replay" | sed 's/.* replay \([^ ]*\) .*/\1/')
  types 0 ./vconform explain "$case_file"
  finds 'round.nearest-ties-to-even'
  took 'a deviation found, replayed and explained'
}

if [ "${1-}" = --unshared ]; then
  bare=$2/bare
  said=$2/said
  check
  exit
fi
in_namespaces "$here/newcomer_check.sh"
