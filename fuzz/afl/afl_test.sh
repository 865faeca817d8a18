#!/bin/bash
# Runs afl.sh on every fuzz target: AFL++ finds nothing on golden in ten seconds and sees the coverage of
# inputs; it finds an input that shows a mutant.
set -eu
fuzz=$(dirname -- "$(readlink -f -- "$0")")
build=${VCONFORM_AFL_BUILD:-$(dirname -- "$(dirname -- "$fuzz")")/build/afl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset "${!VCONFORM_FUZZ_@}"

# Runs afl.sh and expects an exit code; its last line is in $said.
expect() {
  local wanted=$1 status=0
  shift
  "$fuzz/afl.sh" "$@" >"$scratch/out" 2>"$scratch/log" || status=$?
  said=$(tail -n 1 "$scratch/out")
  [ "$status" -eq "$wanted" ] || {
    tail -n 40 "$scratch/log" >&2
    echo "afl.sh $*: exit $status, not $wanted: $said" >&2
    exit 1
  }
  echo "$said"
}

(cd "$fuzz/../.." && cmake --preset afl -B "$build" >/dev/null)
mapfile -t targets < <(cut -f 1 "$build/fuzz/targets.txt")
[ ${#targets[@]} -gt 0 ] || {
  echo 'there is no fuzz target' >&2
  exit 1
}
for target in "${targets[@]}"; do
  expect 0 "$target" 10 "$scratch/$target"
  [[ $said =~ ,\ [1-9][0-9]*\ inputs ]] || {
    echo "afl.sh $target: AFL++ sees nothing of what its inputs reach" >&2
    exit 1
  }
done

VCONFORM_FUZZ_BACKEND=mutant:round-half-away expect 1 vconv_fuzz 60 "$scratch/mutant"
