#!/bin/sh
# aarch64_check.sh: cross-builds golden for 64-bit Arm, runs it under user-mode emulation, and compares
# its results with those of the native build, instruction by instruction. Needs g++-aarch64-linux-gnu,
# qemu-user, and several minutes.
set -eu

root=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")")
compare=$root/adapters/golden/digests/compare.sh
jobs=$(nproc)
cd "$root"

cmake --preset gcc
cmake --build --preset gcc --target golden_digests vconform_golden
cmake --preset aarch64
cmake --build --preset aarch64

out=build/aarch64/digests
rm -rf "$out"
mkdir -p "$out"
trap 'exit 130' INT TERM HUP

# digests NAME BUILD OPTIONS: computes digests of all instructions, a part of them on each processor.
# $emulator runs the program.
digests() {
  name=$1
  build=$2
  options=$3
  running=
  for part in $(seq "$jobs"); do
    # shellcheck disable=SC2086  # lists of words
    $emulator "$build/adapters/golden_digests" "$build/adapters/libvconform_golden.so" \
      --part "$part/$jobs" $options >"$out/$name.$part" &
    running="$running $!"
  done
  for process in $running; do
    wait "$process" || {
      echo "aarch64: golden_digests failed ($name); see above"
      exit 1
    }
  done
  for part in $(seq "$jobs"); do
    cat "$out/$name.$part"
  done >"$out/$name"
}

# same EXPECTED NAME WHERE: fails unless NAME and EXPECTED have the same digests.
same() {
  "$compare" "$out/$1" "$out/$2" || {
    echo "aarch64: golden computes something else $3"
    exit 1
  }
  echo "aarch64: $(wc -l <"$out/$2") instructions, $(awk '{ n += $3 } END { print n }' "$out/$2") elements," \
    "the same $3"
}

emulator=
digests native build/gcc ''
digests native-quick build/gcc --quick

# The program links the libraries of the cross compiler.
plain='qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu max,sve=off'
vectors='qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu max'
emulator=$plain
digests plain build/aarch64 ''
same native plain 'without SVE'
for rounding in upward downward zero; do
  digests "$rounding" build/aarch64 "--quick --host-rounding $rounding"
  same native-quick "$rounding" "where the host rounds '$rounding' and takes subnormal numbers for 0"
done

emulator=$vectors
if aarch64-linux-gnu-objdump -d build/aarch64/adapters/libvconform_golden.so | grep -qw ptrue; then
  digests vectors build/aarch64 ''
  same native vectors 'with SVE'
else
  # The library does not use SVE.
  digests vectors build/aarch64 --quick
  same native-quick vectors 'where there is SVE'
fi
