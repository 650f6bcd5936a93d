# shellcheck shell=sh disable=SC2034,SC2153 # set before it, or used by the script behind it
# guard.sh: prepended to every script that changes the VPS. It rejects a superseded worker: after another boot, after
# the deadline (the worker was paused), or after a newer epoch. Input: INSTALL (id), EPOCH (grows with every new
# holder of the lease), BOOT_ID, UNTIL (seconds of uptime).
set -u
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 077
DIR=/var/lib/casement
BOOT_DIR=/boot/casement

[ "$(cat /proc/sys/kernel/random/boot_id)" = "$BOOT_ID" ] || exit 91
[ "$(cut -d. -f1 /proc/uptime)" -le "$UNTIL" ] || exit 92
mkdir -p "$DIR" || exit 93
exec 9<"$DIR" || exit 93
# Retries for 20 seconds because busybox's flock has no -w.
tries=0
until flock -n 9; do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || exit 94
  sleep 1
done
if [ -s "$DIR/owner" ]; then
  read -r owner epoch <"$DIR/owner"
  # Another install's leftover state is replaced, because two installs never run concurrently on one address.
  if [ "$owner" = "$INSTALL" ] && [ "$epoch" -gt "$EPOCH" ]; then exit 95; fi
fi
printf '%s %s\n' "$INSTALL" "$EPOCH" >"$DIR/owner" || exit 93
