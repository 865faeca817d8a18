#!/bin/sh
# Tests submit.sh and the two jobs on stand-ins for sbatch and vconform; slurm_test.sh runs them on Slurm.
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
exit 7
EOS
PATH=$scratch/bin:$PATH
cd "$scratch/a folder"
export VCONFORM_PROGRAM="$scratch/bin/vconform"

calls() { grep -Fq -e "$1" "$scratch/calls"; }
submit() {
  : >"$scratch/calls"
  run "$here/submit.sh" "$@"
}
has_result() {
  mkdir -p "vconform-sweep/shard-$1"
  touch "vconform-sweep/shard-$1/sweep.json"
}

# ---- Submitted jobs ----

submit --partition=long --time=60
claim 'submits' exits 0
claim 'the array is of all shards' calls '--array=1-16 '
claim 'options go to sbatch' calls '--partition=long --time=60 --array'
claim 'the merge waits for the array, however that ends' calls '--dependency=afterany:1 '
claim 'options go to the merge too' calls '--partition=long --time=60 --dependency'
claim 'names the jobs' prints 'job 2: merges them'

VCONFORM_TASKS=4 submit
claim 'the number of tasks is a variable' calls '--array=1-4 '
has_result 1
has_result 3
VCONFORM_TASKS=4 submit
claim 'shards with a result are not submitted again' calls '--array=2,4 '
claim 'what is submitted is said' prints 'shards 2,4 of 4'
has_result 2
has_result 4
VCONFORM_TASKS=4 submit
claim 'when all are there nothing is swept' no calls --array
claim 'they are merged then' calls merge.sbatch
claim 'the merge waits for nothing' no calls --dependency

for number in 0 08 four -1; do
  VCONFORM_TASKS=$number submit
  claim "$number is refused as a number of tasks" exits 2
  claim "$number is named" complains "VCONFORM_TASKS is '$number'"
done
touch "$scratch/refuses"
VCONFORM_TASKS=5 submit
claim 'what sbatch refuses is an error' exits 2
claim 'an array that sbatch refused is named' complains 'sbatch did not take the sweep'

# ---- Commands that the jobs run ----

export VCONFORM_OUT="$scratch/a folder/vconform-sweep" VCONFORM_BACKEND='./my adapter.so' VCONFORM_TASKS=4
SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=2 VCONFORM_INSTRUCTIONS=a,b VCONFORM_OPTIONS='--ctrl 0' \
  run sh "$here/sweep.sbatch"
claim 'a task sweeps' prints '<sweep><--backend><./my adapter.so><--instruction><a,b>'
claim 'its shard is that of the sweep, not of the array' prints '<--shard><3/4>'
claim 'it goes on with what is there' prints '<--resume>'
claim 'it has one processor where nothing else is said' prints '<--jobs><1>'
claim 'it has a folder of its own' prints "<--out><$VCONFORM_OUT/shard-3><--ctrl><0>"
claim 'it ends as the sweep does' exits 7
SLURM_ARRAY_TASK_ID=3 SLURM_CPUS_PER_TASK=8 run sh "$here/sweep.sbatch"
claim 'without instructions it sweeps all' no prints '--instruction'
claim 'it uses the processors that it has' prints '<--jobs><8>'

run sh "$here/merge.sbatch"
claim 'all shards are merged' prints "shard-1><$VCONFORM_OUT/shard-2><$VCONFORM_OUT/shard-3>"
claim 'nothing is missing' silent
claim 'the merge ends as merge does' exits 7
rm vconform-sweep/shard-[24]/sweep.json
run sh "$here/merge.sbatch"
claim 'what has a result is merged' prints "<merge><$VCONFORM_OUT/shard-1><$VCONFORM_OUT/shard-3><--out>"
claim 'what is missing is named' complains 'no result yet of: shard-2 shard-4;'
rm vconform-sweep/shard-*/sweep.json
run sh "$here/merge.sbatch"
claim 'without any result nothing is merged' exits 2

finish
