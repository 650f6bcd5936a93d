#!/usr/bin/env bash
# build-standin.sh: the stand-in for a Windows image, as standin.raw in the lab's data folder. MBR, a small
# System Reserved partition that BIOS boots from, and an NTFS C: with a tree like that of a generalised Windows.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

size_mib=${STANDIN_MIB:-1024} # a real Windows is larger; STANDIN_MIB makes this one so
data_mib=$((size_mib / 5)) # what a fresh Windows fills of a disk twice its size is less sparse than that
reserved_mib=64
root_tar=$lab/root-$(hash_of vps-packages.txt).tar
[ -s "$toolkit/manifest.json" ] || fail 'build the toolkit first: deploy/toolkit/build.sh'
key=$(hash_of build-standin.sh standin)-$size_mib-$(basename "$root_tar" .tar)
key=$key-$(sha256sum <"$toolkit/manifest.json" | cut -c1-16)

# The kernel, its modules and GRUB are the VPS's; the programs are the toolkit's and two of our own.
unpack() {
  mkdir -p "$work"/{root,initrd,c,reserved}
  tar -C "$work/root" --numeric-owner -xpf "$root_tar"
  gzip -dc "$toolkit/toolkit.cpio.gz" >"$work/toolkit.cpio"
  kernel=$(basename "$work"/root/boot/vmlinuz-*)
}

make_initrd() {
  local initrd=$work/initrd module lib=usr/lib/x86_64-linux-gnu
  (cd "$initrd" && cpio -idm --quiet bin lib lib64 sbin usr/bin/busybox usr/bin/ntfs-3g \
    usr/bin/ntfs-3g.probe usr/lib64/ld-linux-x86-64.so.2 "$lib/libc.so.6" \
    "$lib/libresolv.so.2" "$lib/libntfs-3g.so.*" <"$work/toolkit.cpio")
  mkdir -p "$initrd"/{usr/sbin,c,dev,proc,sys,run,etc,modules}
  cp "$here/standin/init" "$here/standin/udhcpc" "$initrd/"
  gcc -static -O2 -o "$initrd/usr/bin/rdpd" "$here/standin/rdpd.c"
  gcc -static -O2 -o "$initrd/usr/bin/unattend-check" "$here/standin/unattend-check.c" \
    "$here/standin/xml.c"
  strip "$initrd/usr/bin/rdpd" "$initrd/usr/bin/unattend-check"
  for module in virtio_pci virtio_blk virtio_scsi sd_mod nvme virtio_net qemu_fw_cfg fuse; do
    chroot "$work/root" modprobe --set-version "${kernel#vmlinuz-}" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    cp "$work/root$module" "$initrd/modules/"
    basename "$module"
  done >"$initrd/modules/order"
  (cd "$initrd" && find . | sort | cpio -o -H newc -R 0:0 --quiet | gzip -9n) >"$work/initrd.gz"
}

# with_ntfs FILE SIZE_MIB LABEL START_SECTOR FOLDER COMMAND...: a new NTFS volume with what the command puts in it.
# A process, waited for: after unmounting an image file, ntfs-3g still has to write.
with_ntfs() {
  local file=$1 folder=$5 driver
  truncate -s "$2M" "$file"
  mkntfs -q -Q -F -s 512 -H 255 -S 63 -p "$4" -L "$3" "$file" 2>/dev/null
  ntfs-3g -o no_detach,big_writes "$file" "$folder" 2>"$work/ntfs-3g.log" &
  driver=$!
  until mountpoint -q "$folder"; do kill -0 "$driver" && sleep 0.05; done
  mounted=$folder
  "${@:6}"
  umount "$folder" && mounted=''
  wait "$driver"
}

fill_reserved() {
  mkdir "$work/reserved/standin"
  cp "$work/root/boot/$kernel" "$work/reserved/standin/vmlinuz"
  cp "$work/initrd.gz" "$work/reserved/standin/initrd"
  echo 'stand-in' >"$work/reserved/bootmgr"
}

# noise SEED MIB: the same bytes each time, that no compressor can shrink.
noise() {
  head -c "$2M" /dev/zero |
    openssl enc -aes-128-ctr -nosalt -K "$(printf '%032x' "$1")" -iv "$(printf '%032x' 0)"
}

# Each write is a message to ntfs-3g: few and large ones.
to() { dd of="$1" bs=1M iflag=fullblock status=none; }

fill_c() {
  local c=$work/c windows=$work/c/Windows n each=$((data_mib / 16))
  mkdir -p "$windows"/{Panther,Setup/{Scripts,State},System32/{config,drivers,GroupPolicy},WinSxS} \
    "$c"/Users/{Default,Public} "$c/Program Files" "$c/Program Files (x86)" \
    "$c/ProgramData/Microsoft/Windows/Start Menu/Programs/StartUp"
  # As sysprep /generalize /oobe leaves it.
  printf '[State]\r\nImageState=IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE\r\n' \
    >"$windows/Setup/State/State.ini"
  echo "$key" >"$windows/casement-lab.txt"
  for n in SYSTEM SOFTWARE SAM SECURITY DEFAULT; do
    { printf 'regf' && noise 99 1; } >"$windows/System32/config/$n"
  done
  noise 98 8 >"$windows/System32/ntoskrnl.exe"
  # Half of it can be compressed, half can't, as with Windows' own files.
  for n in 0 1 2 3 4 5 6 7; do
    noise "$n" "$each" | to "$windows/WinSxS/component-$n.cab"
    # Three characters for a byte, and line ends.
    noise "1$n" "$((each / 3))" | od -An -v -tx1 | to "$windows/WinSxS/component-$n.dll"
  done
}

# GRUB's core, in the gap before the first partition, boots what the System Reserved partition holds.
boot_code() {
  local grub=/usr/lib/grub/i386-pc
  cat >"$work/root/early.cfg" <<EOF
serial --unit=0
terminal_output serial
linux (hd0,msdos1)/standin/vmlinuz console=ttyS0 quiet tsc=reliable clocksource=tsc tsc_early_khz=$khz
initrd (hd0,msdos1)/standin/initrd
boot
EOF
  chroot "$work/root" grub-mkimage -O i386-pc -p '(hd0,msdos1)/standin' -c /early.cfg -o /core.img \
    biosdisk part_msdos ntfs linux serial
  # The boot code only: the partition table and the disk's signature lie behind it.
  dd if="$work/root$grub/boot.img" of="$disk" bs=440 count=1 conv=notrunc status=none
  dd if="$work/root/core.img" of="$disk" bs=512 seek=1 conv=notrunc status=none
}

khz=$(tsc_khz)
if is_built standin "$key" "$khz"; then
  say "stand-in: up to date ($lab/standin.raw)" && exit 0
fi
need_root 'building the stand-in'
need_programs gcc openssl cpio ntfs-3g mkntfs sfdisk
[ -s "$root_tar" ] || fail 'build the VPS first: deploy/lab/build-vps.sh'
say 'building the stand-in for Windows'
work=$(mktemp -d "$lab/.standin.XXXXXX")
mounted=''
trap 'if [ -n "$mounted" ]; then umount -l "$mounted"; fi; rm -rf --one-file-system "$work"' EXIT
disk=$work/standin.raw
unpack
make_initrd
c_start=$((reserved_mib + 1))
with_ntfs "$work/reserved.img" "$reserved_mib" 'System Reserved' 2048 "$work/reserved" fill_reserved
with_ntfs "$work/c.img" "$((size_mib - c_start))" Windows "$((c_start * 2048))" "$work/c" fill_c
truncate -s "${size_mib}M" "$disk"
sfdisk -q "$disk" <<EOF
label: dos
label-id: 0xca5e0001
2048,$((reserved_mib * 2048)),7,*
$((c_start * 2048)),$(((size_mib - c_start) * 2048)),7
EOF
dd if="$work/reserved.img" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
dd if="$work/c.img" of="$disk" bs=1M seek="$c_start" conv=notrunc,sparse status=none
boot_code
rm -f "$lab/standin.key"
mv "$disk" "$lab/standin.raw"
echo "$key $khz" >"$lab/standin.key"
say "stand-in: built $lab/standin.raw ($(du -m "$lab/standin.raw" | cut -f1) of $size_mib MiB are data)"
