#!/bin/sh
# planted_faults_test.sh TARGETS LIBRARY SECONDS SEED...: with each seed, from an empty corpus, each
# fault of rarely_wrong must be found within SECONDS by the target of its family, on one processor.
# Prints the times.
set -eu
targets=$1 library=$2 seconds=$3
shift 3

# Values with a fraction, subnormal, and negative.
faults='overlap-one-block vconv
one-value:vconv_f162s8a:0x4a5b vconv
one-value:vconv_bf162s32c:0x4123 vconv
one-value:vconv_s162f16z:0xc8e3 vconv
mask-63-64 vconv
offset-minus-256 deq
repeat-255 vconv'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
for seed in "$@"; do
  while read -r fault family; do
    rm -rf "$scratch/findings"
    mkdir "$scratch/findings"
    begin=$(date +%s%N)
    VCONFORM_FAULT=$fault VCONFORM_FUZZ_BACKEND=$library VCONFORM_FUZZ_FINDINGS=$scratch/findings \
      "$targets/${family}_fuzz" -seed="$seed" -max_total_time="$seconds" -len_control=0 -max_len=512 \
      >"$scratch/log" 2>&1 </dev/null &
    target=$!
    while kill -0 $target 2>/dev/null && ! [ -n "$(find "$scratch/findings" -name '*.case')" ]; do
      sleep 0.1
    done
    milliseconds=$((($(date +%s%N) - begin) / 1000000))
    kill $target 2>/dev/null || true
    wait $target || true
    if [ -n "$(find "$scratch/findings" -name '*.case')" ]; then
      printf 'seed %s  %-34s found after %6d ms\n' "$seed" "$fault" "$milliseconds"
    else
      printf 'seed %s  %-34s NOT FOUND in %d ms\n' "$seed" "$fault" "$milliseconds"
      tail -n 5 "$scratch/log" >&2
      failed=1
    fi
  done <<FAULTS
$faults
FAULTS
done
exit $failed
