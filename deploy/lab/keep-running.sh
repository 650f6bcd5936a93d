#!/usr/bin/env bash
# keep-running.sh PIDFILE COMMAND...: runs QEMU, and again each time the machine in it has restarted (it is set to end
# then). Within one emulating QEMU a restart may never end: GRUB copies over memory that still counts as translated
# code, at some ten bytes a second (seen with QEMU 7.2). A new process is a cold start. TERM ends both.
set -u
pidfile=$1
shift
stop=''
child=''
trap 'stop=yes; [ -z "$child" ] || kill "$child" 2>/dev/null' TERM INT
echo $$ >"$pidfile"
while [ -z "$stop" ]; do
  "$@" &
  child=$!
  wait "$child"
  status=$?
  [ "$status" = 0 ] || break
done
# A trap has interrupted the wait: the machine is on its way down.
wait
rm -f "$pidfile"
