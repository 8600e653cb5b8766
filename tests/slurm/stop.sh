#!/bin/sh
# Ends what start.sh has started in a folder.
for file in "$1/slurmd.pid" "$1/slurmctld.pid" "$1/munge/pid"; do
  [ -s "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
done
exit 0
