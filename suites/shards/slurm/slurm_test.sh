#!/bin/sh
# slurm_test.sh VCONFORM: runs submit.sh on two nodes started from Debian's Slurm packages. Merged results
# of sweeps and of runs of certify are those of one run, and a killed task is made good. Takes minutes.
set -eu

program=$(readlink -f -- "$1")
here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/../../ci/expect.sh"
# shellcheck source=suites/shards/slurm/local_slurm.sh
. "$here/local_slurm.sh"
# shellcheck disable=SC2154  # of expect.sh
trap 'stop_slurm; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

start_slurm "$scratch/slurm" || {
  echo 'slurm_test: Slurm does not come up; its logs:'
  tail -n 20 "$scratch"/slurm/log/*
  exit 1
}
export VCONFORM_PROGRAM="$program" VCONFORM_TASKS=4

# submit WORK NAME: submits it; job numbers are in $array and $merge, results in the folder.
submit() {
  export VCONFORM_OUT="$scratch/a folder/$2"
  run "$here/submit.sh" "$1" "--job-name=$2"
  array=$(sed -n 's/^job \([0-9]*\): shards.*/\1/p' "$scratch/out")
  merge=$(sed -n 's/^job \([0-9]*\): merges.*/\1/p' "$scratch/out")
  claim "$2 is submitted" [ -n "$merge" ]
}

states() { scontrol --oneliner show job "$1" | sed -n 's/.* JobState=\([A-Z]*\).*/\1/p' | sort | uniq -c | xargs; }
exit_code() { scontrol --oneliner show job "$1" | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p'; }
has_ended() { ! states "$1" | grep -Eq 'PENDING|RUNNING|COMPLETING|CONFIGURING'; }
await_merge() { until_true 1200 has_ended "$merge"; }

# One run of the same sweep; times are not part of a result.
whole() {
  # shellcheck disable=SC2086  # a list of words
  run "$program" sweep --backend "$VCONFORM_BACKEND" --instruction "$VCONFORM_INSTRUCTIONS" \
    --out "$scratch/$1.whole" $VCONFORM_OPTIONS
}
without_times() { sed '/"seconds":/d' "$1/sweep.json"; }
is_that_of_one_run() {
  without_times "$scratch/$1.whole" >"$scratch/expected"
  without_times "$VCONFORM_OUT/merged" >"$scratch/merged"
  [ -s "$scratch/expected" ] && diff "$scratch/expected" "$scratch/merged"
}
logs_say() { grep -Fq -e "$1" "$VCONFORM_OUT"/log/*; }

# ---- A sweep that conforms, and one that does not ----

export VCONFORM_BACKEND=golden VCONFORM_INSTRUCTIONS=vconv_f322f16r VCONFORM_OPTIONS=
whole conforming
claim 'golden conforms' exits 0
submit sweep conforming
claim 'the merge ends' await_merge
claim 'every task has completed' [ "$(states "$array")" = '4 COMPLETED' ]
claim 'the merge has completed' [ "$(states "$merge")" = '1 COMPLETED' ]
claim 'the merged result is that of one run' is_that_of_one_run conforming

export VCONFORM_BACKEND=mutant:round-half-away VCONFORM_INSTRUCTIONS=vconv_f162s8r,vconv_f162s16r VCONFORM_OPTIONS=
whole deviating
claim 'the mutant does not conform' exits 1
submit sweep deviating
claim 'the merge of deviations ends' await_merge
claim 'it exits 1' [ "$(exit_code "$merge")" = 1 ]
claim 'the merged deviations are those of one run' is_that_of_one_run deviating

# ---- A task is killed, and submitted again ----

# The first line of a journal names its sweep; each other line begins with its chunk.
chunks_done() { [ "$(wc -l <"$VCONFORM_OUT/shard-2/journal")" -gt "$1" ]; }
chunks() { sed -n '2,$s/^\([^,]*,[^,]*\),.*/\1/p' "$1" | sort; }
is_continued() { [ -z "$(chunks "$1" | comm -23 - "$2")" ] && [ -z "$(uniq -d "$2")" ]; }

export VCONFORM_BACKEND=golden VCONFORM_INSTRUCTIONS=vconv_f322f16r VCONFORM_OPTIONS=
submit sweep killed
ln -s conforming.whole "$scratch/killed.whole"
claim 'the second task comes on' until_true 120 chunks_done 10
scancel --full --signal=KILL "${array}_2"
claim 'the merge ends without it' await_merge
claim 'the second task has no result' [ ! -e "$VCONFORM_OUT/shard-2.done" ]
claim 'the merge exits 2' [ "$(exit_code "$merge")" = 2 ]
claim 'the merge has no result' [ ! -e "$VCONFORM_OUT/merged/sweep.json" ]
claim 'the merge names the task' logs_say 'not done yet: shard-2;'
claim 'the merge names the shard' logs_say 'shard 2/4 is missing'
cp "$VCONFORM_OUT/shard-2/journal" "$scratch/journal"

submit sweep killed
claim 'only the second task is submitted again' prints 'shards 2 of 4'
claim 'the second merge ends' await_merge
claim 'the second task completes' [ "$(states "$array")" = '1 COMPLETED' ]
chunks "$VCONFORM_OUT/shard-2/journal" >"$scratch/chunks"
claim 'it goes on where it was killed, and sweeps nothing twice' is_continued "$scratch/journal" "$scratch/chunks"
claim 'the completed result is that of one run' is_that_of_one_run killed

submit sweep killed
claim 'when all is done only the merge is submitted' [ -z "$array" ]
claim 'it ends' await_merge
claim 'merging again gives the same' is_that_of_one_run killed

# ---- A run of certify that deviates, from its probe to its verdict ----

# jq's output without what belongs to a run alone: machine, times, jobs.
certificate() { jq 'del(.run)' "$1/certificate.json"; }
is_the_verdict_of_one_run() {
  certificate "$scratch/judged.whole" >"$scratch/expected"
  certificate "$VCONFORM_OUT/merged" >"$scratch/merged"
  [ -s "$scratch/expected" ] && diff "$scratch/expected" "$scratch/merged" &&
    diff -r "$scratch/judged.whole/failures" "$VCONFORM_OUT/merged/failures"
}

unset VCONFORM_INSTRUCTIONS
export VCONFORM_BACKEND=mutant:cast-deq-counts-one-more VCONFORM_OPTIONS='--level quick --family cast_deq'
submit certify judged
claim 'the merge of the run ends' await_merge
claim 'every shard has ended' [ "$(find "$VCONFORM_OUT" -name 'shard-*.done' | wc -l)" -eq 4 ]
claim 'the merge exits 1, as the mutant does not conform' [ "$(exit_code "$merge")" = 1 ]
# shellcheck disable=SC2086  # a list of words
run "$program" certify --backend "$VCONFORM_BACKEND" --profile "probed:$VCONFORM_OUT/probe/probe.json" \
  --out "$scratch/judged.whole" $VCONFORM_OPTIONS
claim 'one run deviates too' exits 1
claim 'the verdict is that of one run' is_the_verdict_of_one_run

finish
