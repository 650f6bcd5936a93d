#!/bin/sh
# First process of the recovery system, which GRUB starts after too many starts of Windows without success
# (docs/engine.md). Reports evidence from C: and follows the service's orders. Writes nothing but GRUB's block.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs -o mode=0700,size=50% tmpfs /run
exec </dev/null >/dev/console 2>&1
umask 077
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh
# shellcheck source=services/install/engine/agent/disk.sh
. /usr/lib/casement/disk.sh
# shellcheck source=services/install/engine/agent/network.sh
. /usr/lib/casement/network.sh
# shellcheck source=services/install/engine/agent/evidence.sh
. /usr/lib/casement/evidence.sh

EVIDENCE_SECONDS=300

# Also on the screen, for which the console may be a serial port.
tell() {
  log "$1"
  [ ! -c /dev/tty0 ] || echo "$1" >/dev/tty0
}

# Mounts the partition with the settings at /run/guard. Its file is ours even if the disk was copied to another one.
find_settings() {
  mkdir -p /run/guard
  for part in /sys/class/block/*/partition; do
    part=/dev/$(basename "${part%/partition}")
    mount -t vfat -o ro "$part" /run/guard 2>/dev/null || continue
    [ ! -s /run/guard/casement/casement.conf ] || return 0
    umount /run/guard
  done
  return 1
}

# Lets Windows start `limit` times again.
reset_count() {
  block=/run/guard/casement/guard.env
  mount -o remount,rw /run/guard || return 1
  sed -e 's/^starts=.*/starts=/' -e '/^#*$/d' -e 's/^##*$//' "$block" >/run/block
  used=$(wc -c </run/block)
  head -c $((1024 - used)) /dev/zero | tr '\0' '#' >>/run/block
  # In place, because Windows knows the block by its offset.
  dd if=/run/block of="$block" conv=notrunc,fsync 2>/dev/null
  mount -o remount,ro /run/guard
}

for module in /usr/lib/casement/modules/*; do insmod "$module" 2>/dev/null; done
tries=0
until find_settings; do
  tries=$((tries + 1))
  # A panic restarts the machine.
  [ "$tries" -lt 120 ] || exit 1
  sleep 1
done
# shellcheck source=/dev/null
. /run/guard/casement/casement.conf
tell "CASEMENT RECOVERY $REFERENCE: Windows did not start. Leave this machine switched on."
[ "$(date +%s)" -ge "$CLOCK_FLOOR" ] || date -s "@$CLOCK_FLOOR" >/dev/null
printf 'header = "Authorization: Bearer %s"\n' "$GUARD_TOKEN" >/run/curl.conf
head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n' >/run/nonce
guard_disk=/sys/class/block/$(basename "$(readlink -f "/sys/class/block/${part##*/}/..")")
disk=/dev/${guard_disk##*/}
# A broken disk may hang, so the reports begin without the evidence after a while.
printf '{"boot_id":"%s"}' "$(cat /run/nonce)" >/run/report.json
gather &
gathering=$!
until start_network; do
  tell 'no network'
  sleep 20
done
waited=0
while kill -0 "$gathering" 2>/dev/null && [ "$waited" -lt "$EVIDENCE_SECONDS" ]; do
  waited=$((waited + 5))
  sleep 5
done
log "evidence: $(wc -c </run/report.json) bytes"
while :; do
  pause=60
  if call 30 recovery/report -H 'Content-Type: application/json' --data-binary @/run/report.json >/run/order; then
    order=$(sed -n 's/.*"order" *: *"\([a-z_]*\)".*/\1/p' /run/order)
    seconds=$(sed -n 's/.*"poll_seconds" *: *\([0-9]*\).*/\1/p' /run/order)
    [ "${seconds:-0}" -lt 5 ] || pause=$seconds
    tell "order: $order"
    case $order in
      restart_windows) if reset_count; then restart_now; fi ;;
      power_off) poweroff -f ;;
    esac
  else
    tell "the service answers $status"
  fi
  sleep "$pause"
done
