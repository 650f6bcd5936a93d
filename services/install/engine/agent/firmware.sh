# shellcheck shell=sh disable=SC2154
# Firmware parts that UEFI needs in addition to the image's bytes: the backup GPT at the end of the disk,
# a loader at the path where firmware searches, and boot entries that name existing partitions. Sourced by prepare.sh
# and configure.sh; `disk` is set.

EFI_PARTITION_TYPE=c12a7328-f81f-11d2-ba4b-00a0c93ec93b
LOADER=EFI/BOOT/BOOTX64.EFI

# Prints the unique ids of the disk's partitions, one per line.
partition_ids() { partx -s -g -o UUID "$disk" 2>/dev/null | tr -d ' ' | grep .; }

# Runs before the disk is written, because these ids identify the old system's boot entries.
note_old_partitions() { partition_ids >/run/partitions.old; }

# The image, and with it its backup GPT, ends before the disk does. Windows extends C: only if the backup GPT is at the
# end of the disk.
move_table_copy() {
  sgdisk -e "$disk" >/run/sgdisk.log 2>&1 || return 1
  sync
  blockdev --flushbufs "$disk"
  [ "$(dd if="$disk" bs=512 skip=$((DISK_SIZE / 512 - 1)) count=1 2>/dev/null | head -c 8)" = 'EFI PART' ]
}

# Prints the number of the partition that UEFI boots from.
efi_partition() {
  partx -s -g -o NR,TYPE "$disk" 2>/dev/null | tr 'A-F' 'a-f' |
    awk -v type="$EFI_PARTITION_TYPE" '$2 == type { print $1; exit }'
}

# has_loader PARTITION FOLDER: returns 0 if the loader exists, 1 if it does not, 2 if unknown.
has_loader() {
  mount -t vfat -o ro "$(partition_of "$disk" "$1")" "$2" || return 2
  found=1
  [ -s "$2/$LOADER" ] && found=0
  umount "$2"
  return "$found"
}

# boot_entries LIST: prints the numbers of the boot entries that name a partition in LIST.
boot_entries() {
  efibootmgr -v | sed -n 's/^Boot\([0-9A-Fa-f]\{4\}\).*HD([0-9]*,GPT,\([0-9A-Fa-f-]*\),.*/\1 \2/p' |
    grep -iF -f "$1" | cut -d' ' -f1
}

# replace_boot_entries PARTITION NAME: removes the boot entries of the old system's partitions and puts ours first. If
# the firmware accepts no entry, it still finds the loader by its default name.
replace_boot_entries() {
  [ -d /sys/firmware/efi/efivars ] || return 1
  mount -t efivarfs efivarfs /sys/firmware/efi/efivars 2>/dev/null
  partition_ids | cat /run/partitions.old - >/run/partitions
  for entry in $(boot_entries /run/partitions); do efibootmgr -q -b "$entry" -B; done
  # shellcheck disable=SC1003 # a backslash
  efibootmgr -q -c -d "$disk" -p "$1" -L "$2" -l "\\$(echo "$LOADER" | tr / '\\')"
}
