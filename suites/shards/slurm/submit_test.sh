#!/bin/sh
# Tests submit.sh and its jobs on stand-ins for sbatch and vconform; slurm_test.sh runs them on Slurm.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/../../ci/expect.sh"

# shellcheck disable=SC2154  # of expect.sh
mkdir "$scratch/bin" "$scratch/a folder"
stand_in() {
  { echo '#!/bin/sh' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
export scratch
stand_in sbatch <<'EOS'
[ ! -e "$scratch/refuses" ] || exit 1
echo "sbatch $*" >>"$scratch/calls"
echo "$(wc -l <"$scratch/calls");cluster"
EOS
stand_in vconform <<'EOS'
printf '<%s>' "$@"
exit "${code_of_stand_in:-0}"
EOS
PATH=$scratch/bin:$PATH
cd "$scratch/a folder"
export VCONFORM_PROGRAM="$scratch/bin/vconform"

calls() { grep -Fq -e "$1" "$scratch/calls"; }
submit() {
  : >"$scratch/calls"
  run "$here/submit.sh" "$@"
}
done_are() {
  mkdir -p "$VCONFORM_OUT"
  rm -f "$VCONFORM_OUT"/shard-*.done
  for shard in "$@"; do
    : >"$VCONFORM_OUT/shard-$shard.done"
  done
}
export VCONFORM_OUT="$scratch/a folder/results"

# ---- Submitted jobs ----

submit sweep --partition=long --time=60
claim 'submits' exits 0
claim 'the array is of all shards' calls '--array=1-16 '
claim 'options go to sbatch' calls '--partition=long --time=60 --array'
claim 'the merge waits for the array, however that ends' calls '--dependency=afterany:1 '
claim 'options go to the merge too' calls '--partition=long --time=60 --dependency'
claim 'names the jobs' prints 'job 2: merges them'
claim 'a sweep is not probed' no calls probe.sbatch

VCONFORM_TASKS=4 submit sweep
claim 'the number of tasks is a variable' calls '--array=1-4 '
done_are 1 3
VCONFORM_TASKS=4 submit sweep
claim 'shards that are done are not submitted again' calls '--array=2,4 '
claim 'what is submitted is said' prints 'shards 2,4 of 4'
done_are 1 2 3 4
VCONFORM_TASKS=4 submit sweep
claim 'when all are there nothing is swept' no calls --array
claim 'they are merged then' calls merge.sbatch
claim 'the merge waits for nothing' no calls --dependency
VCONFORM_TASKS=4 submit certify
claim 'nor is anything probed' no calls probe.sbatch

done_are
VCONFORM_TASKS=4 submit certify --time=60
claim 'the readings of a run are found out first' prints 'job 1: probes'
claim 'by a job of its own' calls "--time=60 --cpus-per-task=1 --output=$VCONFORM_OUT/log/probe"
claim 'the shards wait for it' calls '--dependency=afterok:1 --kill-on-invalid-dep=yes --array=1-4 '
claim 'the merge waits for the shards' calls '--dependency=afterany:2 '
VCONFORM_PROFILE=a2 submit certify
claim 'a profile that is given is not found out' no calls probe.sbatch
claim 'its shards wait for nothing' calls 'sbatch --parsable --open-mode=append --array=1-16'
mkdir -p "$VCONFORM_OUT/probe"
: >"$VCONFORM_OUT/probe/probe.json"
submit certify
claim 'nor one that an earlier call found out' no calls probe.sbatch

for number in 0 08 four -1; do
  VCONFORM_TASKS=$number submit certify
  claim "$number is refused as a number of tasks" exits 2
  claim "$number is named" complains "VCONFORM_TASKS is '$number'"
done
for work in '' replay --time=60; do
  submit "$work"
  claim "'$work' is refused as work" exits 2
  claim "'$work' is named" complains "'$work' is no work for shards"
done
VCONFORM_INSTRUCTIONS=a submit certify
claim 'instructions are refused for certify' complains 'VCONFORM_INSTRUCTIONS is for sweeps'
VCONFORM_VERDICT=--table submit sweep
claim 'options of a verdict are refused for a sweep' complains 'VCONFORM_VERDICT is for certify'
touch "$scratch/refuses"
VCONFORM_TASKS=5 submit sweep
claim 'what sbatch refuses is an error' exits 2
claim 'an array that sbatch refused is named' complains 'sbatch did not take the shards'
rm -r "$scratch/refuses" "$VCONFORM_OUT"

# ---- Commands that the jobs run ----

export VCONFORM_BACKEND='./my adapter.so' VCONFORM_TASKS=4 SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=2
mkdir "$VCONFORM_OUT"
shard() { run env "VCONFORM_WORK=$1" sh "$here/shard.sbatch"; }
merge() { run env "VCONFORM_WORK=$1" sh "$here/merge.sbatch"; }

export code_of_stand_in=7
VCONFORM_INSTRUCTIONS=a,b VCONFORM_OPTIONS='--ctrl 0' shard sweep
claim 'a task sweeps' prints '<sweep><--backend><./my adapter.so><--instruction><a,b>'
claim 'its shard is that of the sweep, not of the array' prints '<--shard><3/4>'
claim 'it goes on with what is there' prints '<--resume>'
claim 'it has one processor where nothing else is said' prints '<--jobs><1>'
claim 'it has a folder of its own' prints "<--out><$VCONFORM_OUT/shard-3><--ctrl><0>"
claim 'it ends as the sweep does' exits 7
SLURM_CPUS_PER_TASK=8 shard sweep
claim 'without instructions it sweeps all' no prints '--instruction'
claim 'it uses the processors that it has' prints '<--jobs><8>'
VCONFORM_PROFILE=probed:p.json VCONFORM_LIMITS='--time-limit 60' VCONFORM_OPTIONS='--level quick' shard certify
claim 'a task certifies' prints '<certify><--backend><./my adapter.so><--profile><probed:p.json><--shard><3/4>'
claim 'within its limits, with its options' prints "$VCONFORM_OUT/shard-3><--time-limit><60><--level><quick>"

for code_of_stand_in in 2 3 4 7 137; do
  shard certify
  claim "a task that ends with $code_of_stand_in is not done" [ ! -e "$VCONFORM_OUT/shard-3.done" ]
done
for code_of_stand_in in 0 1; do
  rm -f "$VCONFORM_OUT/shard-3.done"
  shard certify
  claim "a task that ends with $code_of_stand_in is done" [ -e "$VCONFORM_OUT/shard-3.done" ]
  claim "it ends with $code_of_stand_in" exits "$code_of_stand_in"
done

for code_of_stand_in in 0 1; do
  VCONFORM_LIMITS='--time-limit 60' run sh "$here/probe.sbatch"
  claim 'the backend is probed' prints "<probe><--backend><./my adapter.so><--out><$VCONFORM_OUT/probe><--time-limit><60>"
  claim "readings found with $code_of_stand_in serve" exits 0
done
code_of_stand_in=2
run sh "$here/probe.sbatch"
claim 'without readings no shard begins' exits 2

code_of_stand_in=7
done_are 1 2 3 4
merge sweep
claim 'all shards are merged' prints "shard-1><$VCONFORM_OUT/shard-2><$VCONFORM_OUT/shard-3>"
claim 'that of a sweep has no options' prints "<--out><$VCONFORM_OUT/merged>"
claim 'neither has it a backend' no prints '--backend'
claim 'nothing is missing' silent
claim 'the merge ends as merge does' exits 7
VCONFORM_PROFILE=a2 VCONFORM_OPTIONS='--level quick' VCONFORM_VERDICT='--waivers w' merge certify
claim 'a run is judged with the options of its shards' \
  prints '/merged><--profile><a2><--backend><./my adapter.so><--jobs><1><--level><quick><--waivers><w>'
done_are 1 3
merge sweep
claim 'what is done is merged' prints "<merge><$VCONFORM_OUT/shard-1><$VCONFORM_OUT/shard-3><--out>"
claim 'what is missing is named' complains 'not done yet: shard-2 shard-4;'
done_are
merge sweep
claim 'when nothing is done nothing is merged' exits 2

finish
