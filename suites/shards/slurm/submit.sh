#!/bin/sh
# submit.sh certify|sweep [OPTION OF sbatch...]: submits a run of certify, or a sweep, as an array of
# Slurm tasks, one per shard, and a job that merges them when all have ended. Environment variables say
# what is run; README.md lists them. Called again with the same variables, it submits the shards that
# are not done: each goes on where it ended.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(readlink -f -- "$here/../../..")

die() {
  printf 'submit.sh: %s\n' "$*" >&2
  exit 2
}

work=${1-}
case $work in
  certify | sweep) shift ;;
  *) die "'$work' is no work for shards: give certify or sweep first, then options of sbatch" ;;
esac
case ${VCONFORM_TASKS:=16} in
  0* | *[!0-9]*) die "VCONFORM_TASKS is '$VCONFORM_TASKS', not a number of tasks" ;;
esac
# A variable of the other work would be ignored.
if [ "$work" = certify ] && [ -n "${VCONFORM_INSTRUCTIONS-}" ]; then
  die 'VCONFORM_INSTRUCTIONS is for sweeps: certify takes --family in VCONFORM_OPTIONS'
elif [ "$work" = sweep ] && [ -n "${VCONFORM_VERDICT-}" ]; then
  die 'VCONFORM_VERDICT is for certify: the merge of a sweep takes no options'
fi
command -v sbatch >/dev/null || die 'there is no sbatch here; run it where jobs are submitted'
VCONFORM_OUT=$(readlink -m -- "${VCONFORM_OUT:-vconform-$work}")
export VCONFORM_WORK="$work" VCONFORM_TASKS VCONFORM_OUT VCONFORM_BACKEND="${VCONFORM_BACKEND:-golden}" \
  VCONFORM_INSTRUCTIONS="${VCONFORM_INSTRUCTIONS-}" VCONFORM_PROFILE="${VCONFORM_PROFILE-}" \
  VCONFORM_LIMITS="${VCONFORM_LIMITS-}" VCONFORM_OPTIONS="${VCONFORM_OPTIONS-}" \
  VCONFORM_VERDICT="${VCONFORM_VERDICT-}"

# The program is built here, so the nodes that run tasks need no compiler.
if [ -z "${VCONFORM_PROGRAM-}" ]; then
  "$root/vconform" backends >/dev/null || die "could not build vconform in $root"
  VCONFORM_PROGRAM=$root/build/release/suites/vconform_cli
fi
export VCONFORM_PROGRAM

# submit WHAT [OPTION...] SCRIPT: the log of a job is appended to that of an earlier one.
submit() {
  what=$1
  shift
  job=$(sbatch --parsable --open-mode=append "$@" | cut -d';' -f1)
  [ -n "$job" ] || die "sbatch did not take the $what; see above"
}

# "1-16", or the numbers of the shards that are left.
left=
for shard in $(seq "$VCONFORM_TASKS"); do
  [ -e "$VCONFORM_OUT/shard-$shard.done" ] || left="$left,$shard"
done
left=${left#,}
[ "$left" != "$(seq -s, "$VCONFORM_TASKS")" ] || left=1-$VCONFORM_TASKS

mkdir -p "$VCONFORM_OUT/log"
after_probe=
if [ "$work" = certify ] && [ -z "$VCONFORM_PROFILE" ]; then
  VCONFORM_PROFILE=probed:$VCONFORM_OUT/probe/probe.json
  # An earlier call's readings are those of the shards that it left.
  if [ -n "$left" ] && [ ! -e "$VCONFORM_OUT/probe/probe.json" ]; then
    submit probe "$@" --cpus-per-task=1 --output="$VCONFORM_OUT/log/probe" "$here/probe.sbatch"
    echo "job $job: probes, result in $VCONFORM_OUT/probe, messages in $VCONFORM_OUT/log/probe"
    after_probe=$job
  fi
fi
if [ -n "$left" ]; then
  # Without readings no shard can begin; the array is then cancelled, and the merge says what is missing.
  submit shards "$@" ${after_probe:+--dependency=afterok:"$after_probe" --kill-on-invalid-dep=yes} \
    --array="$left" --output="$VCONFORM_OUT/log/shard-%a" "$here/shard.sbatch"
  echo "job $job: shards $left of $VCONFORM_TASKS, results in $VCONFORM_OUT/shard-*"
  set -- "$@" --dependency=afterany:"$job"
fi
submit merge "$@" --cpus-per-task=1 --output="$VCONFORM_OUT/log/merge" "$here/merge.sbatch"
echo "job $job: merges them, result in $VCONFORM_OUT/merged, messages in $VCONFORM_OUT/log/merge"
