#!/bin/sh
# Runs from power-on to the commit. Changes nothing on the disk. Exits with 0 only if the commit was granted.
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh
# shellcheck source=services/install/engine/agent/network.sh
. /usr/lib/casement/network.sh
# shellcheck source=services/install/engine/agent/origins.sh
. /usr/lib/casement/origins.sh
# shellcheck source=services/install/engine/agent/reach.sh
. /usr/lib/casement/reach.sh
# shellcheck source=services/install/engine/agent/disk.sh
. /usr/lib/casement/disk.sh
# shellcheck source=services/install/engine/agent/firmware.sh
. /usr/lib/casement/firmware.sh

# Seconds after which the commit request is abandoned if no request has left the machine.
ASK_SECONDS=120

give_up() {
  failure "$1" yes "$2"
  exit 1
}

echo $$ >/run/preparing
log "stage on kernel $(uname -r)"
[ "$BOOT_WAY" = recovery ] || load_modules

# With a clock in the past, every certificate would look not yet valid.
[ "$(date +%s)" -lt "$CLOCK_FLOOR" ] && date -s "@$CLOCK_FLOOR" >/dev/null

start_network || { log "no network" && exit 1; }

reach_service || give_up STAGE_ADDRESS_CHANGED "$other"
now=$(sed -n 's/^TIME=//p' /run/check-in)
[ -n "$now" ] && [ "$(date +%s)" -lt "$now" ] && date -s "@$now" >/dev/null

disk=$(find_disk) || give_up STAGE_DISK_CHANGED "found: $(matching_disks | tr '\n' ' ')"
echo "$disk" >/run/disk
! grep "^$disk" /proc/mounts || give_up STAGE_FAILED "a partition of $disk is in use"
[ "$RAW_SIZE" -le "$DISK_SIZE" ] || give_up STAGE_DISK_CHANGED "image larger than the disk"

note_old_partitions

# GRUB must have cleared the entry that booted this stage; otherwise it would boot the stage every time.
if [ "$BOOT_WAY" = grub ]; then
  part=$(partition_of "$disk" "$GRUB_PARTITION")
  case $GRUB_FS in
    xfs) quiet=ro,norecovery ;;
    # ext2 has no journal and knows neither mount option.
    ext2) quiet=ro ;;
    *) quiet=ro,noload ;;
  esac
  mkdir -p /run/boot
  mount -t "$GRUB_FS" -o "$quiet" "$part" /run/boot || give_up STAGE_FAILED "the boot partition can't be read"
  next=$(sed -n 's/^next_entry=//p' "/run/boot$GRUB_ENV")
  umount /run/boot
  if [ -n "$next" ]; then
    # Rewrites the file in place without the line, padded to its 1024 bytes.
    if mount -t "$GRUB_FS" "$part" /run/boot; then
      sed -e '/^next_entry=/d' -e 's/^##*$//' "/run/boot$GRUB_ENV" | sed '/^$/d' >/run/grubenv
      missing=$((1024 - $(wc -c </run/grubenv)))
      head -c "$missing" /dev/zero | tr '\0' '#' >>/run/grubenv
      dd if=/run/grubenv of="/run/boot$GRUB_ENV" conv=notrunc 2>/dev/null
      umount /run/boot
    fi
    give_up STAGE_BOOT_ENTRY_STUCK "next_entry was still $next"
  fi
fi

fetch_sample || case $problem/$status in
  CHUNK_CORRUPT/*) give_up CHUNK_CORRUPT "the sample" ;;
  */404) give_up IMAGE_MISSING "the sample" ;;
  *) give_up STAGE_DOWNLOAD_FAILED "$problem" ;;
esac

# A commit granted by the service must not lose to the deadline, so the deadline is disabled before the first request.
# The same nonce may retry, so a lost response strands no VPS.
decide || { log "the deadline came first" && exit 1; }
asked=no
ask_until=$(($(uptime_hundredths) + ASK_SECONDS * 100))
while :; do
  if call 20 commit --data-urlencode "nonce=$(cat /run/nonce)" >/run/commit &&
    grep -qx 'COMMIT=granted' /run/commit; then
    touch /run/committed
    choose_hasher
    log "commit granted"
    exit 0
  fi
  if [ "$status" = 401 ] || [ "$status" = 409 ]; then
    log "commit refused"
    exit 1
  fi
  # Once a request may have arrived, only its response ends this loop, because the commit may already be granted.
  [ "$sent" = 0 ] || asked=yes
  if [ "$asked" = no ] && [ "$(uptime_hundredths)" -gt "$ask_until" ]; then
    log "the service can't be asked for the commit"
    exit 1
  fi
  sleep 3
done
