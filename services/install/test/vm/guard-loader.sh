#!/usr/bin/env bash
# guard-loader.sh [bios] [uefi]: starts the boot guard's GRUB (docs/engine.md) from small disks in QEMU, whose Windows
# stops at once (<W> on the console) and whose recovery system only says so (<R>), without the RAM stage. Checks how often
# Windows starts before the recovery system does (with FIRST_ROW_ONLY nothing else), also after power cuts, and that
# Windows starts if the guard's partition, block or kernel is unusable. Needs the toolkit and the lab's packages. Takes
# 5 minutes on an idle computer.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
. deploy/lab/lib.sh
need_programs as ld mkfs.fat mcopy mkntfs ntfscp sfdisk qemu-system-x86_64
toolkit=${TOOLKIT:-$toolkit} ovmf=${LAB_OVMF_DIR:-/usr/share/OVMF}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir "$work/tools"
gzip -dc "$toolkit/toolkit.cpio.gz" | (cd "$work/tools" && cpio -idm --quiet 'usr/lib/casement/grub/*')
grub=$work/tools/usr/lib/casement/grub

assemble() { # NAME
  as --32 -o "$work/$1.o" "deploy/lab/guard/$1.S"
  ld -m elf_i386 -Ttext 0 --oformat binary -o "$work/$1" "$work/$1.o"
}

# block [GUARD [STARTS [ONCE]]]: writes GRUB's environment block.
block() {
  local file=$work/guard/guard.env used
  printf '# GRUB Environment Block\nguard=%s\nlimit=xxxx\nwindows=msdos1\nargs=console=ttyS0\nonce=%s\nstarts=%s\n' \
    "${1:-counting}" "${3:-}" "${2:-}" >"$file"
  used=$(stat -c %s "$file")
  head -c $((1024 - used)) /dev/zero | tr '\0' '#' >>"$file"
}

# disk FIRMWARE: makes $work/disk with Windows, and the partition of the guard from $work/guard/.
disk() {
  local fat=$work/fat first=$work/first type=9FEE3C34-6A26-4B5B-9A1E-5E2C9FBD4A7E label=gpt first_type=$efi_partition_type
  rm -f "$fat" "$first" "$work/disk"
  truncate -s 64M "$fat" "$first"
  truncate -s 160M "$work/disk"
  mkfs.fat -F 32 "$fat" >/dev/null
  mcopy -s -i "$fat" "$work/guard" ::/casement
  if [ "$1" = bios ]; then
    label=dos type=da first_type='7,*'
    mkntfs -q -Q -F -s 512 -H 255 -S 63 -p 2048 "$first" 2>/dev/null
    ntfscp -f "$first" "$work/bootmgr" bootmgr 2>/dev/null
  else
    mkfs.fat -F 32 "$first" >/dev/null
    mmd -i "$first" ::/EFI ::/EFI/BOOT ::/EFI/Microsoft ::/EFI/Microsoft/Boot
    mcopy -i "$first" "$work/bootmgfw" ::/EFI/Microsoft/Boot/bootmgfw-casement.efi
    mcopy -i "$first" "$grub/core.efi" ::/EFI/BOOT/BOOTX64.EFI
  fi
  printf '%s\n' "label: $label" "2048,131072,$first_type" "133120,131072,$type" | sfdisk -q "$work/disk"
  dd if="$first" of="$work/disk" bs=1M seek=1 conv=notrunc,sparse status=none
  dd if="$fat" of="$work/disk" bs=1M seek=65 conv=notrunc,sparse status=none
  [ "$1" = bios ] || { cp "$ovmf/OVMF_VARS_4M.fd" "$work/vars" && return; }
  dd if="$grub/boot.img" of="$work/disk" bs=440 count=1 conv=notrunc status=none
  dd if="$grub/core.img" of="$work/disk" bs=512 seek=1 conv=notrunc status=none
}

# emulated FIRMWARE: sets `qemu` to the command that starts the disk once, with its console in $work/serial.
emulated() {
  memory=256 machine
  # shellcheck disable=SC2054 # the commas are QEMU's
  qemu+=(-no-reboot -serial "file:$work/serial" -drive "file=$work/disk,format=raw,if=virtio,cache=unsafe")
  [ "$1" = bios ] || qemu+=(-drive "if=pflash,format=raw,readonly=on,file=$ovmf/OVMF_CODE_4M.fd"
    -drive "if=pflash,format=raw,file=$work/vars")
}

# starts FIRMWARE COUNT: prints what each of COUNT starts ended in: W, R, or ? for neither.
starts() {
  local n
  emulated "$1"
  for ((n = 0; n < $2; n++)); do
    timeout 300 "${qemu[@]}" </dev/null >/dev/null 2>&1 || true
    tr -d '\0\r\n' <"$work/serial" | grep -ao '<[WR]>' | tail -n 1 | tr -d '<>' | grep . || echo '?'
  done | tr -d '\n'
}

# cut_power FIRMWARE COUNT: cuts the power of COUNT starts as soon as the block on the disk changes.
cut_power() {
  local n at before
  emulated "$1"
  at=$(grep -m 1 -abo '# GRUB Environment Block' "$work/disk")
  counted() { dd if="$work/disk" bs=512 skip="$((${at%%:*} / 512))" count=2 status=none | sha256sum; }
  for ((n = 0; n < $2; n++)); do
    before=$(counted)
    timeout 300 "${qemu[@]}" </dev/null >/dev/null 2>&1 &
    while [ "$(counted)" = "$before" ] && kill -0 $! 2>/dev/null; do :; done
    pkill -9 -P $! || true
    { wait $! || true; } 2>/dev/null
  done
}

# row FIRMWARE WHAT EXPECTED [CUTS]: starts as often as EXPECTED has letters, after CUTS interrupted starts.
row() {
  local seen began=$SECONDS
  disk "$1"
  [ -z "${4:-}" ] || cut_power "$1" "$4"
  seen=$(starts "$1" "${#3}")
  if [ "$seen" = "$3" ]; then say "ok   $1: $2 ($((SECONDS - began)) s)"; else say "FAIL $1: $2: $seen, not $3" && failed=1; fi
}

new_guard() {
  rm -rf "$work/guard"
  mkdir "$work/guard"
  cp "$work/kernel" "$work/guard/vmlinuz"
  cp "$work/kernel" "$work/guard/initrd"
  block "$@"
}

assemble bootmgr
assemble kernel
cat >"$work/bootmgfw.cfg" <<'CONFIG'
serial --unit=0
terminal_output serial
echo '<W>'
reboot
CONFIG
[[ " $* " == ' bios ' ]] ||
  grub-mkimage -O x86_64-efi -p / -c "$work/bootmgfw.cfg" -o "$work/bootmgfw" serial terminal echo reboot
[ $# -gt 0 ] || set -- bios uefi
for firmware in "$@"; do
  new_guard
  row "$firmware" 'four starts, then the recovery system until it resets the count' WWWWRR
  [ -z "${FIRST_ROW_ONLY:-}" ] || continue
  new_guard
  row "$firmware" 'a power cut while the count is written loses no start' WWR 2
  new_guard counting xx
  dd if=/dev/zero of="$work/guard/guard.env" bs=512 seek=1 count=1 conv=notrunc status=none
  row "$firmware" 'Windows starts if the count can no longer be written' WWW
  new_guard passed xx
  row "$firmware" 'a passed guard counts nothing' WWWWW
  new_guard kept '' recovery
  row "$firmware" 'the recovery system starts once on request, then Windows without a count' RWWWWW
  new_guard kept '' recovery
  rm "$work/guard/vmlinuz"
  row "$firmware" 'Windows starts if the requested kernel is missing' WW
  new_guard kept '' recovery
  dd if=/dev/zero of="$work/guard/guard.env" bs=512 seek=1 count=1 conv=notrunc status=none
  row "$firmware" 'Windows starts if the request can not be cleared' WW
  new_guard counting xxxx
  rm "$work/guard/vmlinuz"
  row "$firmware" 'Windows starts if the kernel is missing' W
  new_guard counting xxxx
  head -c 1024 /dev/zero >"$work/guard/guard.env"
  row "$firmware" 'Windows starts if the block is damaged' W
  rm -rf "$work/guard"
  mkdir "$work/guard"
  row "$firmware" 'Windows starts at once without the partition' W
done
exit "$failed"
