#!/bin/sh
# First process of the recovery system, which GRUB starts after too many starts of Windows without success, or on request
# (docs/engine.md). Repairs a Windows that never started once, reports evidence from C: and follows the service's orders.
# Writes nothing else but GRUB's environment block, unless it installs Windows again or resets its password.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs -o mode=0700,size=80% tmpfs /run
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
# shellcheck source=services/install/engine/agent/stage.sh
. /usr/lib/casement/stage.sh
# shellcheck source=services/install/engine/agent/again.sh
. /usr/lib/casement/again.sh
# shellcheck source=services/install/engine/agent/firmware.sh
. /usr/lib/casement/firmware.sh
# shellcheck source=services/install/engine/agent/partition.sh
. /usr/lib/casement/partition.sh
# shellcheck source=services/install/engine/agent/boot-store.sh
. /usr/lib/casement/boot-store.sh
# shellcheck source=services/install/engine/agent/second-chance.sh
. /usr/lib/casement/second-chance.sh
# shellcheck source=services/install/engine/agent/reset-password.sh
. /usr/lib/casement/reset-password.sh

EVIDENCE_SECONDS=300

# Prints on the screen too if the console is a serial port.
on_screen() {
  case $(cat /sys/class/tty/console/active) in
    *tty[0-9]) ;;
    *) [ ! -c /dev/tty0 ] || echo "$1" >/dev/tty0 ;;
  esac
}
tell() {
  log "$1"
  on_screen "$1"
}

# Not by log(), because the code is only for those who see the console.
show_code() {
  banner="
################################################################

    CASEMENT RECOVERY $REFERENCE
    $reason Leave this machine switched on.

    Code for your dashboard:  $boot_code

################################################################
"
  echo "$banner"
  on_screen "$banner"
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

wait_for_evidence() {
  waited=0
  while kill -0 "$gathering" 2>/dev/null && [ "$waited" -lt "$EVIDENCE_SECONDS" ]; do
    waited=$((waited + 5))
    sleep 5
  done
}

load_modules
tries=0
until find_settings; do
  tries=$((tries + 1))
  # A panic restarts the machine.
  [ "$tries" -lt 120 ] || exit 1
  sleep 1
done
cp /run/guard/casement/casement.conf /run/casement.conf
# shellcheck source=/dev/null
. /run/casement.conf
new_nonce
boot_code=$(code_of "$(cat /run/nonce)")
guard_disk=/sys/class/block/$(basename "$(readlink -f "/sys/class/block/${part##*/}/..")")
disk=/dev/${guard_disk##*/}
undo_reset
reason=$(reason_of_start)
show_code
[ "$(date +%s)" -ge "$CLOCK_FLOOR" ] || date -s "@$CLOCK_FLOOR" >/dev/null
use_token "$GUARD_TOKEN"
# A broken disk may hang, so the reports begin without the evidence after a while.
printf '{"boot_id":"%s"}' "$(cat /run/nonce)" >/run/report.json
{ second_chance; gather; } &
gathering=$!
until start_network; do
  tell 'no network'
  sleep 20
done
wait_for_evidence
# Either the disk is repaired, or the service may give orders.
claim || {
  wait_for_evidence
  kill -9 "$gathering" 2>/dev/null
}
log "evidence: $(wc -c </run/report.json) bytes"
while :; do
  pause=60
  show_code
  if call 60 recovery/report -H 'Content-Type: application/json' --data-binary @/run/report.json >/run/order; then
    order=$(value_of order) seconds=$(value_of poll_seconds)
    [ "${seconds:-0}" -lt 5 ] || pause=$seconds
    tell "order: $order"
    case $order in
      install_again | return_to_linux) install_again ;;
      reset_password) reset_password ;;
      restart_windows) if undo_reset && reset_count; then restart_now; fi ;;
      power_off) poweroff -f ;;
    esac
  else
    tell "the service answers $status"
  fi
  sleep "$pause"
done
