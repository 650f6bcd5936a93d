#!/bin/sh
# Puts the boot guard (docs/engine.md) on the written disk: a recovery system on a partition of its own at the disk's
# end, and GRUB in front of Windows. `guard.sh seal` completes it after the last change of C:. Best effort: exits with
# 1 where anything is missing, and `guard.sh undo` then leaves Windows without a guard. Exits unless the commit was
# granted; this guard must stay first.
# shellcheck disable=SC2015,SC3040 # none exits; busybox has pipefail
[ -e /run/committed ] || exit 1
set -o pipefail
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
# shellcheck source=services/install/engine/agent/evidence.sh
. /usr/lib/casement/evidence.sh
# shellcheck source=services/install/engine/agent/boot-store.sh
. /usr/lib/casement/boot-store.sh

# GPT type that only Casement uses.
GPT_TYPE=6c9d6fc4-2e1b-4b0c-a3f7-0c5a5e6e7401
MAX_MIB=320
# Part of GRUB's environment block in its first sector: a torn write of the block then loses at most one start.
MAX_BLOCK=512
GRUB=/usr/lib/casement/grub
# LOADER:ORIGINAL pairs on the EFI partition. GRUB is installed at LOADER, where Windows or the firmware looks, and
# starts the original loader at ORIGINAL.
LOADERS='EFI/Microsoft/Boot/bootmgfw.efi:EFI/Microsoft/Boot/bootmgfw-casement.efi
EFI/BOOT/BOOTX64.EFI:EFI/BOOT/bootx64-casement.efi'

disk=$(cat /run/disk)
mnt=/run/guard.mnt esp_mnt=/run/guard.esp
mkdir -p "$mnt" "$esp_mnt"

none() {
  log "no boot guard: $1"
  exit 1
}

# sector_bytes OFFSET COUNT: prints bytes of the first sector in hex, without spaces.
sector_bytes() { dd if="$disk" bs=1 skip="$1" count="$2" 2>/dev/null | od -An -v -tx1 | tr -d ' \n'; }

written_sectors() { awk '{ print $7 }' "/sys/block/${disk##*/}/stat"; }

secure_boot() {
  [ -d /sys/firmware/efi/efivars ] || return 1
  mount -t efivarfs efivarfs /sys/firmware/efi/efivars 2>/dev/null
  [ "$(tail -c 1 /sys/firmware/efi/efivars/SecureBoot-* 2>/dev/null | od -An -tu1 | tr -d ' ')" = 1 ]
}

# Prints the number of the active MBR partition, which holds bootmgr.
active_partition() {
  for number in 1 2 3 4; do
    [ "$(sector_bytes $((430 + 16 * number)) 1)" = 80 ] && echo "$number" && return 0
  done
  return 1
}

has_bootmgr() {
  ntfs-3g -o ro "$(partition_of "$disk" "$1")" "$mnt" 2>/dev/null || return 1
  found=1
  [ -s "$mnt/bootmgr" ] && found=0
  umount "$mnt"
  return "$found"
}

free_mbr_entry() {
  for number in 1 2 3 4; do
    [ "$(sector_bytes $((434 + 16 * number)) 1)" != 00 ] || return 0
  done
  return 1
}

first_sector() { partx -s -g -o START "$disk" | sort -n | head -n 1 | tr -d ' '; }

# The system of this stage without the job, and with the recovery system's first process.
write_initrd() {
  mkdir -p /run/recovery
  printf '#!/bin/sh\nexec /bin/sh /usr/lib/casement/recovery.sh\n' >/run/recovery/init
  chmod 755 /run/recovery/init
  {
    (cd / && {
      printf '%s\n' dev proc sys run tmp mnt root
      find usr bin sbin lib lib64 etc ! -path 'etc/casement*' ! -path "${KERNEL#/}"
    } | cpio -o -H newc 2>/dev/null | gzip -1) &&
      (cd /run/recovery && echo init | cpio -o -H newc 2>/dev/null | gzip -1)
  } >"$mnt/casement/initrd"
}

# Settings of the recovery system: those of the network that worked here, and a token that can only report.
write_settings() {
  {
    grep -E '^(API_URL|DISK_SIZE|DISK_SERIAL|FIRMWARE|WINDOWS_PARTITION|WINDOWS_OFFSET|NET_[A-Z0-9]+)=' \
      /etc/casement/job.env
    [ ! -e /run/other-address ] || echo NET_MODE=static
    echo "NET_MTU=$(cat /run/mtu)"
    echo "CLOCK_FLOOR=$(date +%s)"
    echo "GUARD_TOKEN=$token"
    echo "REFERENCE=${INSTALL%%-*}"
  } >"$mnt/casement/casement.conf"
}

write_block() {
  args=$(tr ' ' '\n' </proc/cmdline | grep -vE '^(BOOT_IMAGE|initrd)=' | grep -E '^[A-Za-z0-9_.,:=+-]+$' | paste -sd' ')
  printf '# GRUB Environment Block\nguard=counting\nlimit=%s\nwindows=%s\nargs=%s\nonce=\nstarts=\n' \
    "$(printf '%*s' "$limit" '' | tr ' ' x)" "${active:+msdos$active}" "$args" >/run/block
  # Room for the starts and for `once=recovery`.
  [ "$(wc -c </run/block)" -le $((MAX_BLOCK - limit - 8)) ] || none 'too many kernel arguments'
  used=$(wc -c </run/block)
  head -c $((1024 - used)) /dev/zero | tr '\0' '#' >>/run/block
  cp /run/block "$mnt/casement/guard.env"
}

# Prints the offset of GRUB's environment block on the disk, which Windows writes without a file system. The block must
# be contiguous.
block_offset() {
  boot=$(dd if="$part" bs=512 count=1 2>/dev/null | od -An -v -tu1 | tr -s ' \n' '  ')
  # shellcheck disable=SC2086 # bytes of the boot record
  set -- $boot
  fat=$((${37} + ${38} * 256 + ${39} * 65536))
  data=$((${15} + ${16} * 256 + ${17} * fat))
  for sector in $(seq "$data" $((data + 64))); do
    if dd if="$part" bs=512 skip="$sector" count=2 2>/dev/null | cmp -s - /run/block; then
      echo $(((start + sector) * 512))
      return 0
    fi
  done
  return 1
}

install_bios() {
  gap=$(($(first_sector) - 1)) core=$(($(wc -c <"$GRUB/core.img") / 512 + 1))
  [ "$core" -le "$gap" ] || none "only $gap sectors before the first partition"
  dd if="$disk" of=/run/guard.gap bs=512 count=$((core + 1)) 2>/dev/null &&
    cp /run/guard.gap "$mnt/casement/gap.img" && sync || none "the originals can't be kept"
  dd if=/run/guard.gap of=/run/guard.sector bs=512 count=1 2>/dev/null
  dd if="$GRUB/boot.img" of=/run/guard.sector bs=440 count=1 conv=notrunc 2>/dev/null
  # Bytes 440 to 511 of the first sector (disk signature, table) stay.
  tail -c 72 /run/guard.sector >/run/guard.tail
  dd if=/run/guard.gap bs=1 skip=440 count=72 2>/dev/null | cmp -s - /run/guard.tail || none 'the first sector can not be changed'
  dd if="$GRUB/core.img" of="$disk" bs=512 seek=1 conv=notrunc,fsync 2>/dev/null &&
    dd if=/run/guard.sector of="$disk" bs=512 conv=notrunc,fsync 2>/dev/null || none "GRUB can't be written"
  forget_cache
  dd if="$disk" bs=512 count=1 2>/dev/null | cmp -s - /run/guard.sector &&
    dd if="$disk" bs=512 skip=1 count="$(wc -c <"$GRUB/core.img")" iflag=count_bytes 2>/dev/null |
    cmp -s - "$GRUB/core.img" ||
    none 'GRUB was not kept'
}

install_uefi() {
  esp=$(efi_partition)
  mount -t vfat "$(partition_of "$disk" "$esp")" "$esp_mnt" || none "the EFI partition can't be mounted"
  free=$(df -Pk "$esp_mnt" | awk 'NR == 2 { print $4 }')
  needed=$(($(wc -c <"$GRUB/core.efi") * 4 / 1024 + 64))
  [ "$free" -ge "$needed" ] || none "$free KiB free on the EFI partition, not $needed"
  for pair in $LOADERS; do
    loader=$esp_mnt/${pair%%:*} original=$esp_mnt/${pair#*:}
    [ -s "$loader" ] || continue
    cp "$loader" "$original" && sync && cmp -s "$loader" "$original" &&
      cp "$GRUB/core.efi" "$loader.new" && sync && mv "$loader.new" "$loader" || none "${loader##*/} can't be replaced"
  done
  umount "$esp_mnt" && forget_cache && mount -t vfat -o ro "$(partition_of "$disk" "$esp")" "$esp_mnt" ||
    none "the EFI partition can't be read again"
  for pair in $LOADERS; do
    [ ! -e "$esp_mnt/${pair#*:}" ] || cmp -s "$GRUB/core.efi" "$esp_mnt/${pair%%:*}" || none "${pair%%:*} was not kept"
  done
  umount "$esp_mnt"
}

# mount_system [-o ro]: mounts the partition with Windows' boot store.
mount_system() {
  if [ "$FIRMWARE" = uefi ]; then mount -t vfat "$@" "$(partition_of "$disk" "$(efi_partition)")" "$esp_mnt"; else
    ntfs-3g "$@" "$(partition_of "$disk" "$active")" "$esp_mnt"
  fi
}

# NTFS distinguishes upper and lower case here, unlike Windows.
boot_store() {
  folder=$esp_mnt/EFI/Microsoft
  [ "$FIRMWARE" = uefi ] || folder=$esp_mnt
  find "$folder" -mindepth 2 -maxdepth 2 -iname bcd | grep -i '/boot/bcd$' | head -n 1
}

# An image that was not built by Casement may wait for someone at the screen after a failed start. Windows may not start
# with a half-written store, so the original returns unless the disk holds the new one.
restart_instead_of_waiting() {
  mount_system || return 1
  store=$(boot_store)
  swap_store "$store" "$mnt/casement/bcd" /run/guard.options
  result=$?
  umount "$esp_mnt" && forget_cache
  if [ "$result" = 0 ] && mount_system -o ro; then
    cmp -s /run/bcd.new "$store" || result=1
    umount "$esp_mnt"
  fi
  [ "$result" = 0 ] || restore_store
  return "$result"
}

restore_store() {
  rm -f /run/guard.options
  [ -s /run/bcd ] && mount_system || return 1
  store=$(boot_store)
  cmp -s /run/bcd "$store" || cat /run/bcd >"$store"
  umount "$esp_mnt"
}

# Takes back whatever was reached. The table stays that of the disk.
undo() {
  umount "$mnt" "$esp_mnt" 2>/dev/null
  active=$(active_partition)
  restore_store
  if [ -e /run/guard.gap ]; then
    dd if="$disk" of=/run/guard.sector bs=512 count=1 2>/dev/null
    dd if=/run/guard.gap of=/run/guard.sector bs=440 count=1 conv=notrunc 2>/dev/null
    dd if=/run/guard.sector of="$disk" bs=512 conv=notrunc 2>/dev/null
    dd if=/run/guard.gap of="$disk" bs=512 skip=1 seek=1 conv=notrunc,fsync 2>/dev/null
  fi
  if [ "$FIRMWARE" = uefi ] && mount -t vfat "$(partition_of "$disk" "$(efi_partition)")" "$esp_mnt"; then
    for pair in $LOADERS; do
      [ ! -s "$esp_mnt/${pair#*:}" ] || mv "$esp_mnt/${pair#*:}" "$esp_mnt/${pair%%:*}"
      rm -f "$esp_mnt/${pair%%:*}.new"
    done
    umount "$esp_mnt"
  fi
  if number=$(cat /run/guard.number 2>/dev/null); then
    if [ "$FIRMWARE" = uefi ]; then sgdisk -d "$number" "$disk"; else
      sfdisk -q --no-reread --no-tell-kernel --delete "$disk" "$number"
    fi >/dev/null 2>&1
    rm -f /run/guard.number
  fi
  sync
}

# Adds the state of C: before its first start, with which the recovery system tells whether Windows wrote anything.
if [ "${1:-}" = seal ]; then
  part=$(sed -n 's/^part=//p' /run/guard.done)
  seal=$(fingerprint "$(partition_of "$disk" "$WINDOWS_PARTITION")") && mount -t vfat "$part" "$mnt" || exit 1
  echo "SEAL=$seal" >>"$mnt/casement/casement.conf"
  umount "$mnt"
  exit
fi

if [ "${1:-}" = undo ]; then
  undo
  exit
fi
[ ! -e /run/guard.done ] || exit 0
[ ! -e /run/guard.tried ] || exit 1
: >/run/guard.tried
token=$(sed -n 's/^GUARD_TOKEN=//p' /run/commit) limit=$(sed -n 's/^GUARD_LIMIT=//p' /run/commit) active='' esp=''
case $limit in '' | 0 | *[!0-9]*) exit 1 ;; esac
[ -s "$KERNEL" ] || none 'no room for the kernel in this stage'
[ -s "$GRUB/core.efi" ] || none 'the tools have no GRUB'
! secure_boot || none 'Secure Boot'
if [ "$FIRMWARE" = bios ]; then
  active=$(active_partition) && has_bootmgr "$active" || none 'the active partition has no bootmgr'
  free_mbr_entry || none 'four primary partitions'
fi
# The size is that of the unpacked system, because the packed initrd is smaller.
mib=$(($(du -sk /usr | cut -f1) / 1024 + $(wc -c <"$KERNEL") / 1048576 + 34))
[ "$mib" -le "$MAX_MIB" ] || none "it would need $mib MiB"
choose_place "$mib" || none "no room behind Windows"
written=$(written_sectors)
add_partition "$GPT_TYPE" casement && echo "$number" >/run/guard.number && see_partition ||
  none "no partition: $(tail -n 1 /run/sgdisk.log /run/sfdisk.log 2>/dev/null)"
mkdosfs -n CASEMENT "$part" >/dev/null 2>&1 && mount -t vfat "$part" "$mnt" || none "the partition can't be formatted"
mkdir -p "$mnt/casement"
write_block && write_settings && cp "$KERNEL" "$mnt/casement/vmlinuz" && write_initrd && sync || none "the partition can't be filled"
umount "$mnt" && forget_cache && mount -t vfat "$part" "$mnt" || none "the partition can't be read again"
cmp -s "$KERNEL" "$mnt/casement/vmlinuz" && gzip -t "$mnt/casement/initrd" || none 'the recovery system was not kept'
offset=$(block_offset) || none 'its block is not contiguous'
restart_instead_of_waiting || log 'the boot store stays as it is, Windows may wait instead of restarting'
"install_$FIRMWARE"
umount "$mnt"
printf 'BLOCK_OFFSET=%s\r\nPARTITION_OFFSET=%s\r\nFIRMWARE=%s\r\n' "$offset" $((start * 512)) "$FIRMWARE" >/run/guard.txt
echo "part=$part" >/run/guard.done
written=$((($(written_sectors) - written) / MIB_SECTORS))
log "boot guard: $mib MiB on ${part##*/}, $written MiB written, after $limit starts"
