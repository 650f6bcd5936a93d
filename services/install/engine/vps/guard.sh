# shellcheck shell=sh disable=SC2034,SC2153 # set before it, or used by the script behind it
# guard.sh: stands before every script that changes something on the VPS. It refuses to work for a worker that
# has been overtaken: by another boot, by a later hour (the worker was paused), or by a newer epoch.
# Set before it: INSTALL (id), EPOCH (grows with every new holder of the lease), BOOT_ID, UNTIL (seconds of uptime).
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
# For 20 seconds; busybox's flock knows no -w.
tries=0
until flock -n 9; do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || exit 94
  sleep 1
done
if [ -s "$DIR/owner" ]; then
  read -r owner epoch <"$DIR/owner"
  # Another install's leftover gives way: two installs of one address are never under way together.
  if [ "$owner" = "$INSTALL" ] && [ "$epoch" -gt "$EPOCH" ]; then exit 95; fi
fi
printf '%s %s\n' "$INSTALL" "$EPOCH" >"$DIR/owner" || exit 93
