#!/usr/bin/env bash
# break-standin.sh FAULT FILE: creates a copy of standin.raw with a fault, for certifications and the boot guard.
#   another-password  its account has another password
#   port-closed       remote desktop never starts
#   no-driver         the driver of virtio-scsi is missing
#   driver-off        it restarts as soon as it starts, as long as the registry does not start the driver of virtio-blk
#   not-grown         the program that changes the partition table fails
#   no-answer         it hangs as soon as it starts
#   panic             it restarts as soon as it starts
# Appends the fault to the initrd on the first partition, because the kernel uses the last version of a file. The
# registry is on C:. Root.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

[ $# -eq 2 ] || fail 'break-standin.sh FAULT FILE'
fault=$1 image=$2
need_root 'breaking the stand-in'
need_programs cpio ntfs-3g
[ "$fault" != driver-off ] || need_programs hivexsh losetup
[ -s "$lab/standin.raw" ] || fail 'build the stand-in first: deploy/lab/lab.sh build'
work=$(mktemp -d "$lab/.break.XXXXXX")
mounted=''
trap 'if [ -n "$mounted" ]; then umount -l "$mounted"; fi; rm -rf --one-file-system "$work"' EXIT
mkdir -p "$work"/{reserved,files,c}

script() { printf '#!/bin/busybox sh\n%s\n' "$2" >"$work/files/$1" && chmod 755 "$work/files/$1"; }

break_files() {
  case $fault in
    another-password) echo another-password >"$work/files/fault" ;;
    port-closed) echo silent >"$work/files/fault" ;;
    no-driver)
      mkdir "$work/files/modules"
      zstd -dcq "$work/reserved/standin/initrd" | cpio -i --quiet --to-stdout modules/order |
        grep -vx virtio_scsi.ko >"$work/files/modules/order"
      ;;
    not-grown) mkdir -p "$work/files/usr/sbin" && script usr/sbin/sfdisk 'exit 1' ;;
    driver-off)
      zstd -dcq "$work/reserved/standin/initrd" | cpio -i --quiet --to-stdout init >"$work/files/init.windows"
      chmod 755 "$work/files/init.windows"
      cp "$here/standin-driver-off" "$work/files/init"
      ;;
    panic) script init '/bin/busybox echo STANDIN begin >/dev/console; /bin/busybox reboot -f' ;;
    no-answer) script init 'while :; do /bin/busybox sleep 3600; done' ;;
    *) fail "there is no fault $fault; see the head of break-standin.sh." ;;
  esac
}

# Creates a SYSTEM hive that does not start the driver. The boot store is a hive to begin with.
write_registry() {
  gzip -dc "$here/standin/BCD.gz" >"$work/hive"
  hivexsh -w "$work/hive" <<'END'
add Select
cd Select
setval 2
Current
dword:1
Default
dword:1
cd \
add ControlSet001
cd ControlSet001
add Services
cd Services
add viostor
cd viostor
setval 2
Type
dword:1
Start
dword:3
add StartOverride
cd StartOverride
setval 1
0
dword:3
commit
END
  local device
  device=$(losetup -f --show -o $((c_start * 512)) "$work/image.raw")
  mounted=$work/c
  ntfs-3g "$device" "$work/c" && cp "$work/hive" "$work/c/Windows/System32/config/SYSTEM" &&
    echo driver >"$work/c/Windows/System32/drivers/viostor.sys"
  umount "$work/c" && mounted=''
  losetup -d "$device"
}

# Partitions as created by build-standin.sh, in sectors.
start=2048 sectors=131072 c_start=133120
dd if="$lab/standin.raw" of="$work/reserved.img" bs=512 skip="$start" count="$sectors" iflag=fullblock conv=sparse \
  status=none
ntfs-3g -o no_detach "$work/reserved.img" "$work/reserved" 2>/dev/null &
driver=$!
until mountpoint -q "$work/reserved"; do kill -0 "$driver" && sleep 0.05; done
mounted=$work/reserved
break_files
(cd "$work/files" && find . | sort | cpio -o -H newc -R 0:0 --quiet | zstd -q) >>"$work/reserved/standin/initrd"
umount "$mounted" && mounted=''
wait "$driver"
cp --sparse=always "$lab/standin.raw" "$work/image.raw"
dd if="$work/reserved.img" of="$work/image.raw" bs=512 seek="$start" conv=notrunc status=none
[ "$fault" != driver-off ] || write_registry
mv "$work/image.raw" "$image"
say "$fault: $image"
