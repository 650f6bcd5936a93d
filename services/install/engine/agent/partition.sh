# shellcheck shell=sh disable=SC2154 # set by the caller and job.env
# Sourced by guard.sh and cidata.sh: a partition of their own at the end of the disk. `disk` is set. FIRMWARE tells the
# table: GPT with uefi, MBR with bios.

# Sectors of 1 MiB, to which partitions are aligned.
MIB_SECTORS=2048
# MBR type that Windows does not mount (non-file-system data).
MBR_TYPE=da

last_sector() { partx -s -g -o END "$disk" | sort -n | tail -n 1 | tr -d ' '; }

forget_cache() {
  sync
  blockdev --flushbufs "$disk"
  echo 3 >/proc/sys/vm/drop_caches
}

# choose_place MIB: sets start and size of the partition, in sectors. Fails without room behind the written system.
choose_place() {
  size=$(($1 * MIB_SECTORS))
  # A GPT has its copy in the last 33 sectors. An MBR reaches up to 2 TiB.
  end=$((DISK_SIZE / 512 - 34))
  [ "$FIRMWARE" = uefi ] || [ "$end" -le 4294967295 ] || end=4294967295
  start=$(((end - size) / MIB_SECTORS * MIB_SECTORS))
  [ "$start" -gt "$(last_sector)" ]
}

# add_partition GPT_TYPE NAME: sets number and part.
add_partition() {
  if [ "$FIRMWARE" = uefi ]; then
    # Attribute 63: Windows assigns no drive letter.
    sgdisk -a 1 -n "0:$start:$((start + size - 1))" -t "0:$1" -c "0:$2" "$disk" >/run/sgdisk.log 2>&1 || return 1
    number=$(partx -s -g -o NR,START "$disk" | awk -v start="$start" '$2 == start { print $1 }')
    sgdisk -A "$number:set:63" "$disk" >>/run/sgdisk.log 2>&1 || return 1
  else
    echo "start=$start, size=$size, type=$MBR_TYPE" | sfdisk -q --no-reread --no-tell-kernel --wipe never \
      --wipe-partitions never --append "$disk" 2>/run/sfdisk.log || return 1
    number=$(partx -s -g -o NR,START "$disk" | awk -v start="$start" '$2 == start { print $1 }')
  fi
  sync
  part=$(partition_of "$disk" "$number")
}

# Waits until the kernel knows the partition.
see_partition() {
  blockdev --rereadpt "$disk" 2>/dev/null || partx -a -n "$number" "$disk" 2>/dev/null
  tries=0
  until [ "$(cat "/sys/class/block/${part##*/}/start" 2>/dev/null)" = "$start" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || return 1
    sleep 0.2
  done
}
