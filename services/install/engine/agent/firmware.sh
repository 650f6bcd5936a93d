# shellcheck shell=sh disable=SC2154
# What UEFI needs beside the image's bytes: the table's copy at the disk's end, a loader where firmware looks for one,
# and boot entries that name partitions which are there. Sourced by prepare.sh and configure.sh; `disk` is set.

EFI_PARTITION_TYPE=c12a7328-f81f-11d2-ba4b-00a0c93ec93b
LOADER=EFI/BOOT/BOOTX64.EFI

# The ids of the disk's partitions, one a line.
partition_ids() { partx -s -g -o UUID "$disk" 2>/dev/null | tr -d ' ' | grep .; }

# Before the disk is written: by these the old system's boot entries are known.
note_old_partitions() { partition_ids >/run/partitions.old; }

# The image ends before the disk does, and the copy of its table with it. Windows grows C: only if it is at the end.
move_table_copy() {
  sgdisk -e "$disk" >/run/sgdisk.log 2>&1 || return 1
  sync
  blockdev --flushbufs "$disk"
  [ "$(dd if="$disk" bs=512 skip=$((DISK_SIZE / 512 - 1)) count=1 2>/dev/null | head -c 8)" = 'EFI PART' ]
}

# Answers the number of the partition that UEFI starts from.
efi_partition() {
  partx -s -g -o NR,TYPE "$disk" 2>/dev/null | tr 'A-F' 'a-f' |
    awk -v type="$EFI_PARTITION_TYPE" '$2 == type { print $1; exit }'
}

# has_loader PARTITION FOLDER: 0 if it is there, 1 if it is not, 2 where it is unknown.
has_loader() {
  mount -t vfat -o ro "$(partition_of "$disk" "$1")" "$2" || return 2
  found=1
  [ -s "$2/$LOADER" ] && found=0
  umount "$2"
  return "$found"
}

# boot_entries LIST: the numbers of the boot entries that name a partition of the list.
boot_entries() {
  efibootmgr -v | sed -n 's/^Boot\([0-9A-Fa-f]\{4\}\).*HD([0-9]*,GPT,\([0-9A-Fa-f-]*\),.*/\1 \2/p' |
    grep -iF -f "$1" | cut -d' ' -f1
}

# replace_boot_entries PARTITION: entries of partitions of the old system are removed, and ours comes first. Where
# the firmware takes none it still finds the loader by its name.
replace_boot_entries() {
  [ -d /sys/firmware/efi/efivars ] || return 1
  mount -t efivarfs efivarfs /sys/firmware/efi/efivars 2>/dev/null
  partition_ids | cat /run/partitions.old - >/run/partitions
  for entry in $(boot_entries /run/partitions); do efibootmgr -q -b "$entry" -B; done
  # shellcheck disable=SC1003 # a backslash
  efibootmgr -q -c -d "$disk" -p "$1" -L Windows -l "\\$(echo "$LOADER" | tr / '\\')"
}
