#!/bin/sh
# Gives the written Linux the customer's settings: a FAT partition at the end of the disk from which cloud-init (NoCloud)
# reads them. The file systems of the image are never mounted. Safe to run again. Exits unless the commit was granted;
# this guard must stay first.
[ -e /run/committed ] || exit 1
# shellcheck source=/dev/null
. /etc/casement/job.env
# shellcheck source=services/install/engine/agent/lib.sh
. /usr/lib/casement/lib.sh
# shellcheck source=services/install/engine/agent/disk.sh
. /usr/lib/casement/disk.sh
# shellcheck source=services/install/engine/agent/firmware.sh
. /usr/lib/casement/firmware.sh
# shellcheck source=services/install/engine/agent/partition.sh
. /usr/lib/casement/partition.sh

# Microsoft basic data, the type of a plain FAT volume.
GPT_TYPE=ebd0a0a2-b9e5-4433-87c0-68b6b72699c7
NAME=cidata
MIB=4

disk=$(cat /run/disk)
mnt=/run/cidata
echo configuring >/run/phase
mkdir -p "$mnt" /run/files

# Reports a failure and exits. The first process then retries the entire script in case the error was temporary.
give_up() {
  umount "$mnt" 2>/dev/null
  failure CONFIGURE_FAILED no "$1"
  exit 1
}

# An earlier run may have been interrupted.
umount "$mnt" 2>/dev/null
move_table_copy || give_up "the backup GPT can't be moved to the end of the disk"
number=$(partx -s -g -o NR,NAME "$disk" | awk -v name="$NAME" '$2 == name { print $1; exit }')
if [ -n "$number" ]; then
  part=$(partition_of "$disk" "$number")
  start=$(partx -s -g -o START -n "$number" "$disk" | tr -d ' ')
else
  choose_place "$MIB" || give_up "no room behind Linux"
  add_partition "$GPT_TYPE" "$NAME" || give_up "no partition for the settings: $(tail -n 1 /run/sgdisk.log)"
fi
see_partition || give_up "the partition for the settings does not show"

# Linux gets the network settings that worked in the stage.
network=
[ ! -e /run/other-address ] || network=static
until call 60 files -G --data-urlencode "nonce=$(cat /run/nonce)" -d "network=$network" -d "mtu=$(cat /run/mtu)" \
  >/run/files.tar; do
  log "the settings can't be fetched yet"
  report
  sleep 5
done
tar -xf /run/files.tar -C /run/files || give_up "the settings came damaged"
rm -f /run/files.tar
(cd /run/files && sha256sum -c files.sha256 >/dev/null) || give_up "the settings came damaged"

mkdosfs -n CIDATA "$part" >/dev/null 2>&1 || give_up "the partition for the settings can't be formatted"
mount -t vfat "$part" "$mnt" || give_up "the partition for the settings can't be mounted"
while read -r _ file; do
  cp "/run/files/$file" "$mnt/$file" || give_up "can't write $file"
done </run/files/files.sha256
umount "$mnt" || give_up "the partition for the settings can't be released"
forget_cache

# Verifies the result as cloud-init will read it.
mount -t vfat -o ro "$part" "$mnt" || give_up "the partition for the settings can't be read again"
(cd "$mnt" && sha256sum -c /run/files/files.sha256 >/dev/null) || give_up "the settings were not kept"
umount "$mnt"
rm -rf /run/files
esp=$(efi_partition)
[ -z "$esp" ] || replace_boot_entries "$esp" Linux || log "the firmware took no boot entry"
sync
reached configured
reached restarting
