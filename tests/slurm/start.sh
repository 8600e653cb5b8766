#!/bin/sh
# Starts a Slurm of one node in a folder, with ports and a munge of its own: start.sh FOLDER FIRST_PORT.
# Prints nothing and returns 0 once the node is idle; returns 77, and says why, where it cannot start.
# stop.sh ends it.
folder=$1
port=$2
for program in munged slurmctld slurmd sbatch; do
  command -v $program >/dev/null || { echo "there is no $program: install slurm-wlm and munge"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "slurmd needs root to start tasks"; exit 77; }
id munge >/dev/null 2>&1 || { echo "there is no user munge"; exit 77; }
mkdir -p "$folder/munge" "$folder/state" "$folder/spool" || exit 77
chmod 755 "$folder" && chmod 711 "$folder/munge"
head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
chown -R munge "$folder/munge"
setpriv --reuid munge --regid munge --clear-groups munged --key-file "$folder/munge/key" \
  --socket "$folder/munge/socket" --pid-file "$folder/munge/pid" --log-file "$folder/munge/log" \
  --seed-file "$folder/munge/seed" --force >"$folder/munged.txt" 2>&1 ||
  { echo "munged does not start: $(tail -n 1 "$folder/munged.txt")"; exit 77; }
host=$(hostname -s)
cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=2,batch_sched_delay=0
MinJobAge=60
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=short Nodes=$host Default=YES MaxTime=10 State=UP
END
export SLURM_CONF="$folder/slurm.conf"
slurmctld -c >"$folder/ctld.txt" 2>&1 || { echo "slurmctld does not start: $(tail -n 1 "$folder/ctld.txt")"; exit 77; }
slurmd >"$folder/slurmd.txt" 2>&1 || { echo "slurmd does not start: $(tail -n 1 "$folder/slurmd.txt")"; exit 77; }
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sinfo -h -o %T 2>/dev/null | grep -q idle && exit 0
  sleep 0.5
done
echo "no node becomes idle: $(tail -n 2 "$folder/slurmctld.log" "$folder/slurmd.log" | tr '\n' ' ')"
exit 77
