#!/usr/bin/env bash
# keep-running.sh PIDFILE COMMAND...: runs QEMU, which is configured to exit when its machine restarts, and starts it
# again each time. A restart within one emulating QEMU may never finish, because GRUB copies over memory that still
# counts as translated code, at about ten bytes a second (seen with QEMU 7.2). A new process is a cold start. TERM
# ends this script and QEMU.
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
# A trap interrupted the wait, so the machine is shutting down.
wait
rm -f "$pidfile"
