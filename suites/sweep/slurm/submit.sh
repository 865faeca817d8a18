#!/bin/sh
# submit.sh [OPTION OF sbatch...]: submits a sweep as an array of Slurm tasks, one per shard, and a job
# that merges them when all have ended. Environment variables select the sweep; README.md lists them.
# Called again with the same variables, it submits the shards without a result: each goes on where it
# ended.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(readlink -f -- "$here/../../..")

die() {
  printf 'submit.sh: %s\n' "$*" >&2
  exit 2
}

case ${VCONFORM_TASKS:=16} in
  0* | *[!0-9]*) die "VCONFORM_TASKS is '$VCONFORM_TASKS', not a number of tasks" ;;
esac
command -v sbatch >/dev/null || die 'there is no sbatch here; run it where jobs are submitted'
export VCONFORM_TASKS VCONFORM_BACKEND="${VCONFORM_BACKEND:-golden}"
VCONFORM_OUT=$(readlink -m -- "${VCONFORM_OUT:-vconform-sweep}")
export VCONFORM_OUT VCONFORM_INSTRUCTIONS="${VCONFORM_INSTRUCTIONS-}" VCONFORM_OPTIONS="${VCONFORM_OPTIONS-}"

# The program is built here, so the nodes that run tasks need no compiler.
if [ -z "${VCONFORM_PROGRAM-}" ]; then
  "$root/vconform" backends >/dev/null || die "could not build vconform in $root"
  VCONFORM_PROGRAM=$root/build/release/suites/vconform_cli
fi
export VCONFORM_PROGRAM

# "1-16", or the numbers of the shards that are left.
left=
for shard in $(seq "$VCONFORM_TASKS"); do
  [ -e "$VCONFORM_OUT/shard-$shard/sweep.json" ] || left="$left,$shard"
done
left=${left#,}
[ "$left" != "$(seq -s, "$VCONFORM_TASKS")" ] || left=1-$VCONFORM_TASKS

# The log of a task is appended to that of an earlier one.
submit() {
  sbatch --parsable --open-mode=append "$@" | cut -d';' -f1
}

mkdir -p "$VCONFORM_OUT/log"
if [ -n "$left" ]; then
  array=$(submit "$@" --array="$left" --output="$VCONFORM_OUT/log/shard-%a" "$here/sweep.sbatch")
  [ -n "$array" ] || die 'sbatch did not take the sweep; see above'
  echo "job $array: shards $left of $VCONFORM_TASKS, results in $VCONFORM_OUT/shard-*"
  set -- "$@" --dependency=afterany:"$array"
fi
merge=$(submit "$@" --cpus-per-task=1 --output="$VCONFORM_OUT/log/merge" "$here/merge.sbatch")
[ -n "$merge" ] || die 'sbatch did not take the merge; see above'
echo "job $merge: merges them, result in $VCONFORM_OUT/merged, messages in $VCONFORM_OUT/log/merge"
