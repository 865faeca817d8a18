# To be sourced: runs Slurm from Debian's packages, without systemd, as two nodes on this machine, in one
# folder and as the calling user.
# shellcheck shell=sh

slurm_folder=
slurm_processes=

slurm_configuration() {
  cat <<CONF
ClusterName=vconform
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$slurm_folder/munge.socket
CredType=cred/munge
SlurmctldPort=16817
StateSaveLocation=$slurm_folder/state
SlurmdSpoolDir=$slurm_folder/spool.%n
SlurmctldPidFile=$slurm_folder/slurmctld.pid
SlurmdPidFile=$slurm_folder/slurmd.%n.pid
SlurmctldLogFile=$slurm_folder/log/slurmctld
SlurmdLogFile=$slurm_folder/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
KillWait=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=16821 CPUs=1
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=16822 CPUs=1
PartitionName=main Nodes=n1,n2 Default=YES State=UP
CONF
}

slurm_daemon() {
  "$@" >>"$slurm_folder/log/output" 2>&1 &
  slurm_processes="$slurm_processes $!"
}

# until_true SECONDS COMMAND...
until_true() {
  tries=$(($1 * 5))
  shift
  while ! "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 0.2
  done
}

nodes_are_idle() { [ "$(sinfo -h -o '%D %t')" = '2 idle' ]; }

# start_slurm FOLDER: fails if Slurm does not come up; the logs are in FOLDER/log.
start_slurm() {
  slurm_folder=$1
  mkdir -p "$slurm_folder/log" "$slurm_folder/state" "$slurm_folder/spool.n1" "$slurm_folder/spool.n2"
  SLURM_CONF=$slurm_folder/slurm.conf
  export SLURM_CONF
  slurm_configuration >"$SLURM_CONF"
  (umask 077 && dd if=/dev/urandom of="$slurm_folder/munge.key" bs=128 count=1 2>/dev/null)
  slurm_daemon munged --force --foreground --key-file="$slurm_folder/munge.key" \
    --socket="$slurm_folder/munge.socket" --pid-file="$slurm_folder/munged.pid" \
    --log-file="$slurm_folder/log/munged" --seed-file="$slurm_folder/munge.seed"
  until_true 10 test -S "$slurm_folder/munge.socket" || return 1
  slurm_daemon slurmctld -D -f "$SLURM_CONF"
  slurm_daemon slurmd -D -f "$SLURM_CONF" -N n1
  slurm_daemon slurmd -D -f "$SLURM_CONF" -N n2
  until_true 60 nodes_are_idle
}

# Ends the jobs, then the daemons, however far the start came.
stop_slurm() {
  [ -n "$slurm_folder" ] || return 0
  timeout 10 scancel --user="$(id -un)" >/dev/null 2>&1 || true
  until_true 10 nodes_are_idle || true
  # shellcheck disable=SC2086  # a list of words
  [ -z "$slurm_processes" ] || kill $slurm_processes 2>/dev/null || true
  wait
  slurm_folder=
}
