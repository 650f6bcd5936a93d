#!/usr/bin/env bash
# build-standin.sh [small|bios|uefi|signed|large|four]: builds the stand-in for a Windows image as standin.raw,
# standin-bios.raw … in the lab's data folder. All except uefi and signed have an MBR, a small System Reserved
# partition from which BIOS boots, and an NTFS C: with a directory tree like that of a generalised Windows. uefi and
# signed have a GPT, with an EFI partition instead of the first. small has the small VPS's kernel. bios and uefi have
# an ordinary kernel, which finds its disk on any bus. signed is uefi with a boot loader that Secure Boot accepts,
# like Windows' own. large is small with a C: that starts beyond 4 GiB, so that a wrapped 32-bit number writes Windows
# elsewhere or over its own beginning. four is small with two more primary partitions, the most that an MBR has.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

size_mib=${STANDIN_MIB:-1024} # a real Windows is larger; STANDIN_MIB makes this one so
data_mib=$((size_mib / 5)) # what a fresh Windows fills of a disk twice its size is less sparse than that
reserved_mib=64
gap_mib=0 # space before C:, only in large and four
kind=${1:-small}
modules='virtio_pci virtio_blk virtio_scsi sd_mod nvme virtio_net virtio_rng ata_piix qemu_fw_cfg fuse vfat nls_cp437 nls_ascii'
case $kind in
  small) name=standin root_tar=$(root_tar_of vps) ;;
  large) name=standin-large root_tar=$(root_tar_of vps) gap_mib=4096 ;;
  four) name=standin-four root_tar=$(root_tar_of vps) gap_mib=2 ;;
  bios | uefi) name=standin-$kind root_tar=$(root_tar_of vps-full) modules="ahci efivarfs $modules" ;;
  signed) name=standin-signed root_tar=$(root_tar_of vps-rich) modules="ahci efivarfs $modules" ;;
  *) fail 'build-standin.sh [small|bios|uefi|signed|large|four]' ;;
esac
size_mib=$((size_mib + gap_mib))
by_uefi=''
[[ $kind != @(uefi|signed) ]] || by_uefi=1
[ -s "$toolkit/manifest.json" ] || fail 'build the toolkit first: services/install/engine/toolkit/build.sh'
key=$(hash_of build-standin.sh standin standin-loader)-$size_mib-$(basename "$root_tar" .tar)
key=$key-$(sha256sum <"$toolkit/manifest.json" | cut -c1-16)-$(basename "$(remote_desktop_tar)" .tar)

# Uses the VPS's kernel, modules and GRUB, the toolkit's programs, Debian's remote desktop and a program of the lab.
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
    "$lib/libresolv.so.2" "$lib/libntfs-3g.so.*" usr/sbin/sfdisk usr/sbin/ntfsresize \
    "$lib/libfdisk.so.*" "$lib/libsmartcols.so.*" "$lib/libblkid.so.*" "$lib/libuuid.so.*" \
    "$lib/libreadline.so.*" "$lib/libtinfo.so.*" usr/bin/hivexsh "$lib/libhivex.so.*" \
    "$lib/gconv/*" <"$work/toolkit.cpio")
  mkdir -p "$initrd"/{usr/sbin,c,dev,proc,sys,run,tmp,etc,modules}
  tar -C "$initrd" --no-same-owner -xf "$(remote_desktop_tar)"
  cp "$here"/standin/{init,locked-account,udhcpc} "$initrd/"
  gcc -static -O2 -o "$initrd/usr/bin/unattend-check" "$here/standin/unattend-check.c" \
    "$here/standin/xml.c"
  strip "$initrd/usr/bin/unattend-check"
  [ -z "$by_uefi" ] || add_efi_programs
  for module in $modules; do
    chroot "$work/root" modprobe --set-version "${kernel#vmlinuz-}" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    cp "$work/root$module" "$initrd/modules/"
    basename "$module"
  done >"$initrd/modules/order"
  (cd "$initrd" && find . | sort | cpio -o -H newc -R 0:0 --quiet | zstd -q -5) >"$work/initrd.zst"
}

# Adds the programs that read the firmware's boot entries.
add_efi_programs() {
  local lib=usr/lib/x86_64-linux-gnu
  (cd "$work/initrd" &&
    cpio -idm --quiet usr/bin/efibootmgr "$lib/libefi*.so.*" "$lib/libdl.so.2" <"$work/toolkit.cpio")
  chroot "$work/initrd" /usr/bin/efibootmgr --version >/dev/null || fail 'the stand-in lacks what efibootmgr needs.'
}

# with_ntfs FILE SIZE_MIB LABEL START_SECTOR FOLDER COMMAND...: creates an NTFS volume and runs the command to fill
# it. Waits for the ntfs-3g process because it still writes after the image file is unmounted.
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
  mkdir "$work/reserved"/{Boot,standin}
  gzip -dc "$here/standin/BCD.gz" >"$work/reserved/Boot/BCD"
  cp "$work/root/boot/$kernel" "$work/reserved/standin/vmlinuz"
  cp "$work/initrd.zst" "$work/reserved/standin/initrd"
  # What the boot guard's GRUB starts: the same core image behind a first sector that an NTFS boot record can start.
  as --32 --defsym "SECTORS=$((($(stat -c %s "$work/root/core.img") - 1) / 512))" -o "$work/bootmgr.o" \
    "$here/standin-loader/bootmgr.S"
  ld -m elf_i386 -Ttext 0 --oformat binary -o "$work/bootmgr" "$work/bootmgr.o"
  { cat "$work/bootmgr" && tail -c +513 "$work/root/core.img"; } >"$work/reserved/bootmgr"
}

# Writes few large blocks because each write is a message to ntfs-3g.
to() { dd of="$1" bs=1M iflag=fullblock status=none; }

fill_c() {
  local c=$work/c windows=$work/c/Windows n each=$((data_mib / 16))
  mkdir -p "$windows"/{Panther,Setup/{Scripts,State},System32/{config,drivers,GroupPolicy},WinSxS} \
    "$c"/Users/{Default,Public} "$c/Program Files" "$c/Program Files (x86)" \
    "$c/ProgramData/Microsoft/Windows/Start Menu/Programs/StartUp"
  # State after sysprep /generalize /oobe.
  printf '[State]\r\nImageState=IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE\r\n' \
    >"$windows/Setup/State/State.ini"
  echo "$key" >"$windows/casement-lab.txt"
  for n in SYSTEM SOFTWARE SAM SECURITY DEFAULT; do
    { printf 'regf' && noise 99 1; } >"$windows/System32/config/$n"
  done
  # A registry with the key Setup only (RegistryValue in windows-image), so that the drivers of the image stay unknown.
  gzip -dc "$here/standin/SYSTEM.gz" >"$windows/System32/config/SYSTEM"
  noise 98 8 >"$windows/System32/ntoskrnl.exe"
  # Half of the data is compressible, like Windows' own files.
  for n in 0 1 2 3 4 5 6 7; do
    noise "$n" "$each" | to "$windows/WinSxS/component-$n.cab"
    # Two characters per byte, plus line ends.
    noise "1$n" "$((each / 2))" | basenc --base16 | to "$windows/WinSxS/component-$n.dll"
  done
}

# early_config [PARTITION]: prints GRUB's early configuration. PARTITION, as GRUB names it, holds the kernel and
# defaults to the partition that GRUB was loaded from.
early_config() {
  cat >"$work/root/early.cfg" <<EOF
serial --unit=0
terminal_output serial
linux ${1:-}/standin/vmlinuz console=ttyS0 quiet tsc=reliable clocksource=tsc tsc_early_khz=$khz
initrd ${1:-}/standin/initrd
boot
EOF
}

# GRUB's core image, which boots the System Reserved partition.
make_core() {
  early_config '(hd0,msdos1)'
  chroot "$work/root" grub-mkimage -O i386-pc -p '(hd0,msdos1)/standin' -c /early.cfg -o /core.img \
    biosdisk part_msdos ntfs linux serial
}

# Puts the core image in the gap before the first partition.
boot_code() {
  local grub=/usr/lib/grub/i386-pc
  # Writes only the boot code, because the partition table and the disk signature follow it.
  dd if="$work/root$grub/boot.img" of="$disk" bs=440 count=1 conv=notrunc status=none
  dd if="$work/root/core.img" of="$disk" bs=512 seek=1 conv=notrunc status=none
}

# Installs GRUB under the firmware's default name, with the files that it boots. The signed variant uses Debian's shim
# under that name, which starts the GRUB next to it. That GRUB reads its settings from /EFI/debian.
make_efi_partition() {
  local file=$work/efi.img folder=$work/efi signed=$work/root/usr/lib
  early_config
  mkdir -p "$folder"/{EFI/{BOOT,debian,Microsoft/Boot},standin}
  if [ "$kind" = signed ]; then
    cp "$signed/shim/shimx64.efi.signed" "$folder/EFI/BOOT/BOOTX64.EFI"
    cp "$signed/grub/x86_64-efi-signed/grubx64.efi.signed" "$folder/EFI/BOOT/grubx64.efi"
    cp "$work/root/early.cfg" "$folder/EFI/debian/grub.cfg"
  else
    chroot "$work/root" grub-mkimage -O x86_64-efi -p /standin -c /early.cfg -o /bootx64.efi \
      part_gpt fat linux serial
    cp "$work/root/bootx64.efi" "$folder/EFI/BOOT/BOOTX64.EFI"
    cp "$work/root/bootx64.efi" "$folder/EFI/Microsoft/Boot/bootmgfw.efi"
  fi
  gzip -dc "$here/standin/BCD.gz" >"$folder/EFI/Microsoft/Boot/BCD"
  cp "$work/root/boot/$kernel" "$folder/standin/vmlinuz"
  cp "$work/initrd.zst" "$folder/standin/initrd"
  truncate -s "${reserved_mib}M" "$file"
  mkfs.fat -n EFI "$file" >/dev/null
  mcopy -s -i "$file" "$folder"/* ::
}

make_mbr_disk() {
  local c_start=$((reserved_mib + 1 + gap_mib))
  make_core
  with_ntfs "$work/reserved.img" "$reserved_mib" 'System Reserved' 2048 "$work/reserved" fill_reserved
  with_ntfs "$work/c.img" "$((size_mib - c_start))" Windows "$((c_start * 2048))" "$work/c" fill_c
  sfdisk -q "$disk" <<EOF
label: dos
label-id: 0xca5e0001
2048,$((reserved_mib * 2048)),7,*
$((c_start * 2048)),$(((size_mib - c_start) * 2048)),7
$([ "$kind" != four ] || printf '%s,2048,7\n' $(((c_start - 2) * 2048)) $(((c_start - 1) * 2048)))
EOF
  dd if="$work/reserved.img" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
  dd if="$work/c.img" of="$disk" bs=1M seek="$c_start" conv=notrunc,sparse status=none
  boot_code
}

# Creates the disk for UEFI with the partition order of Windows' own setup: EFI, Microsoft's reserved partition (16
# MiB), C:. The last MiB holds the backup of the table.
make_gpt_disk() {
  local reserved_start=$((1 + reserved_mib))
  local c_start=$((reserved_start + 16))
  local c_mib=$((size_mib - 1 - c_start))
  make_efi_partition
  with_ntfs "$work/c.img" "$c_mib" Windows "$((c_start * 2048))" "$work/c" fill_c
  sfdisk -q "$disk" <<EOF
label: gpt
2048,$((reserved_mib * 2048)),$efi_partition_type
$((reserved_start * 2048)),$((16 * 2048)),E3C9E316-0B5C-4DB8-817D-F92DF00215AE
$((c_start * 2048)),$((c_mib * 2048)),EBD0A0A2-B9E5-4433-87C0-68B6B72699C7
EOF
  dd if="$work/efi.img" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
  dd if="$work/c.img" of="$disk" bs=1M seek="$c_start" conv=notrunc,sparse status=none
}

khz=$(tsc_khz)
if is_built "$name" "$key" "$khz"; then
  say "stand-in: up to date ($lab/$name.raw)" && exit 0
fi
need_root 'building the stand-in'
need_programs as ld gcc openssl cpio zstd ntfs-3g mkntfs sfdisk
[ -z "$by_uefi" ] || need_programs mkfs.fat mcopy
[ -s "$root_tar" ] || fail 'build the VPS first: deploy/lab/build-vps.sh'
"$here/build-remote-desktop.sh"
say 'building the stand-in for Windows'
work=$(mktemp -d "$lab/.standin.XXXXXX")
mounted=''
trap 'if [ -n "$mounted" ]; then umount -l "$mounted"; fi; rm -rf --one-file-system "$work"' EXIT
disk=$work/standin.raw
unpack
make_initrd
truncate -s "${size_mib}M" "$disk"
if [ -n "$by_uefi" ]; then make_gpt_disk; else make_mbr_disk; fi
rm -f "$lab/$name.key"
mv "$disk" "$lab/$name.raw"
echo "$key $khz" >"$lab/$name.key"
to_cache "$lab/$name.raw" "$name-$key-$khz.raw"
say "stand-in: built $lab/$name.raw ($(du -m "$lab/$name.raw" | cut -f1) of $size_mib MiB are data)"
