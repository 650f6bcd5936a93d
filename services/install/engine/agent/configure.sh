#!/bin/sh
# Applies the customer's settings to the written Windows. Safe to run again. Exits unless the commit was granted; this
# guard must stay first.
[ -e /run/committed ] || exit 1
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh
# shellcheck source=services/install/engine/agent/disk.sh
. /usr/lib/casement/disk.sh
# shellcheck source=services/install/engine/agent/firmware.sh
. /usr/lib/casement/firmware.sh

disk=$(cat /run/disk)
part=$(partition_of "$disk" "$WINDOWS_PARTITION")
mnt=/run/windows
echo configuring >/run/phase
mkdir -p "$mnt"

# Reports a failure and exits. init then retries the entire script in case the error was temporary.
give_up() {
  umount "$mnt" 2>/dev/null
  failure "$1" "$2" "$3"
  exit 1
}

# The kernel may still know the old system's partition of this number. Rereads the table and accepts the partition
# only if it starts at the Windows offset.
see_partitions() {
  tries=0
  while :; do
    blockdev --rereadpt "$disk" 2>/dev/null || {
      partx -d "$disk"
      partx -a "$disk"
    } 2>/dev/null
    begins=$(cat "/sys/class/block/${part##*/}/start" 2>/dev/null || echo 0)
    [ -b "$part" ] && [ "$((begins * 512))" -eq "$WINDOWS_OFFSET" ] && return 0
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || return 1
    sleep 0.2
  done
}

# Prints the setup state of the written Windows: already set up, or generalized by sysprep.
image_kind() {
  state=$(place "$mnt" Windows/Setup/State/State.ini) || return 0
  # Windows writes the state file in UTF-16.
  case $(tr -d '\0\r' 2>/dev/null <"$state") in
    *ImageState=IMAGE_STATE_COMPLETE*) echo configured ;;
    *) echo generalised ;;
  esac
}

# keep_policy PATH TARGET: saves the image's own policy next to our files, which restore it after they have run. An
# interrupted run of this script may already have put our policy there.
POLICY_KEPT=Windows/System32/GroupPolicy/Machine/Scripts/Startup/casement
keep_policy() {
  case $1 in */GroupPolicy/*.ini) ;; *) return 0 ;; esac
  kept=$(place "$mnt" "$POLICY_KEPT/${1##*/}") || return 1
  if [ ! -s "$2" ] || [ -e "$kept" ] || cmp -s "/run/files/$1" "$2"; then return 0; fi
  cp "$2" "$kept"
}

# An earlier run may have been interrupted.
umount "$mnt" 2>/dev/null
if [ "$FIRMWARE" = uefi ]; then
  move_table_copy || give_up CONFIGURE_FAILED no "the backup GPT can't be moved to the end of the disk"
fi
see_partitions || give_up CONFIGURE_FAILED no "the partition of Windows does not show"
if [ "$FIRMWARE" = uefi ]; then
  esp=$(efi_partition)
  [ -n "$esp" ] || give_up LOADER_MISSING yes "no EFI partition"
  has_loader "$esp" "$mnt"
  case $? in
    0) ;;
    1) give_up LOADER_MISSING yes "no $LOADER on partition $esp" ;;
    *) give_up CONFIGURE_FAILED no "the EFI partition can't be read" ;;
  esac
fi
ntfs-3g.probe --readwrite "$part"
case $? in
  0) ;;
  14) give_up NTFS_HIBERNATED yes "ntfs-3g.probe says 14" ;;
  15) give_up NTFS_DIRTY yes "ntfs-3g.probe says 15" ;;
  *) give_up NTFS_INCONSISTENT yes "ntfs-3g.probe refuses it" ;;
esac

ntfs-3g -o ro "$part" "$mnt" || give_up CONFIGURE_FAILED no "the partition of Windows can't be mounted"
image=$(image_kind)
umount "$mnt" || give_up CONFIGURE_FAILED no "the partition of Windows can't be released"
log "the image is ${image:=generalised}"

guard=none
# Never allowed to cost the install: an error or a hang means that Windows starts without a guard.
if grep -q '^GUARD_TOKEN=.' /run/commit; then
  if timeout 600 /usr/lib/casement/guard.sh; then guard=yes; else timeout 120 /usr/lib/casement/guard.sh undo; fi
  export REPORT_GUARD=$guard
  see_partitions || give_up CONFIGURE_FAILED no "the partition of Windows does not show"
fi

rm -rf /run/files
mkdir -p /run/files
# Windows gets the network settings that worked in the stage.
network=
[ ! -e /run/other-address ] || network=static
until call 60 files -G --data-urlencode "nonce=$(cat /run/nonce)" -d "image=$image" -d "network=$network" \
  -d "mtu=$(cat /run/mtu)" -d "guard=$guard" >/run/files.tar; do
  log "the settings can't be fetched yet"
  report
  sleep 5
done
tar -xf /run/files.tar -C /run/files || give_up CONFIGURE_FAILED no "the settings came damaged"
rm -f /run/files.tar
(cd /run/files && sha256sum -c files.sha256 >/dev/null) || give_up CONFIGURE_FAILED no "the settings came damaged"

ntfs-3g "$part" "$mnt" || give_up CONFIGURE_FAILED no "the partition of Windows can't be mounted"
while read -r _ path; do
  if ! target=$(place "$mnt" "$path") || ! keep_policy "$path" "$target" ||
    ! cp "/run/files/$path" "$target"; then
    give_up CONFIGURE_FAILED no "can't write ${path##*/}"
  fi
done </run/files/files.sha256
if [ "$guard" = yes ]; then
  # In the folder of network.txt, where guard.ps1 reads them.
  scripts=$(sed -n 's,^.*  \(.*\)/network.txt$,\1,p' /run/files/files.sha256)
  for file in guard.txt guard.gap guard.options; do
    [ ! -e "/run/$file" ] || cp "/run/$file" "$(place "$mnt" "$scripts/$file")" || log "no $file"
  done
fi
umount "$mnt" || give_up CONFIGURE_FAILED no "the partition of Windows can't be released"
sync
echo 3 >/proc/sys/vm/drop_caches

# Verifies the result as Windows will read it.
ntfs-3g -o ro "$part" "$mnt" || give_up CONFIGURE_FAILED no "the partition of Windows can't be read again"
while read -r hash path; do
  [ "$(hash_of "$(place "$mnt" "$path")")" = "$hash" ] || give_up CONFIGURE_FAILED no "${path##*/} was not kept"
done </run/files/files.sha256
umount "$mnt"
rm -rf /run/files
[ "$guard" != yes ] || timeout 120 /usr/lib/casement/guard.sh seal || log "the guard does not know the state of C:"
if [ "$FIRMWARE" = uefi ]; then replace_boot_entries "$esp" Windows || log "the firmware took no boot entry"; fi
sync
reached configured
reached restarting
