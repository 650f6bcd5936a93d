#!/usr/bin/env bash
# build-vps.sh [small|full|rich|cloud|debian-11|debian-13|whole-disk]: builds the customer's VPS, a bare Debian, as vps.raw,
# vps-full.raw, vps-rich.raw … in the lab's data folder. small boots by BIOS from a virtio disk. full boots by BIOS
# and UEFI from any disk, with an ordinary kernel. rich is full with the packages for machines of other layouts and
# network managers, all disabled. cloud is full as a generic cloud image, which cloud-init configures. debian-11 and debian-13 are small with those releases. whole-disk is small without a
# partition table and a boot loader, for `boot --kernel-outside`. Root's and user's password: Lab-Pass-1. Debian's own
# tools install GRUB inside the machine.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

password=Lab-Pass-1
uuid=5ca5e3e7-1ab0-4a11-9c0d-c0ffee000001 # as in vps/etc/fstab
efi_id=ca5e0002                           # as in vps-full/etc/fstab
size_mib=1400                             # the root file system; the disk's own size is chosen at boot
efi_mib=64
first_boot_limit=1200 # seconds, for what hangs; idle and without KVM it takes about 30, on a busy machine minutes

kind=${1:-small}
overlays=(vps) root_partition=1 root_mib=1 bootstrap_options=()
drivers='virtio_pci virtio_blk ext4 crc32c_generic'
excluded='/usr/share/man/* /usr/share/locale/* /usr/share/doc/*'
case $kind in
  small) name=vps ;;
  debian-11)
    name=vps-$kind release=bullseye
    # This release does not merge /bin and /lib into /usr by itself. Debian's installer has done so since 10.
    # shellcheck disable=SC2016 # expanded by the hook
    bootstrap_options=(--setup-hook='for dir in bin sbin lib lib32 lib64 libx32; do
      mkdir -p "$1/usr/$dir" && ln -s "usr/$dir" "$1/$dir"; done')
    ;;
  debian-13) name=vps-$kind release=trixie ;;
  whole-disk) name=vps-$kind root_partition='' root_mib=0 ;;
  full | rich | cloud)
    # Space for the partition table, 1 MiB for BIOS's GRUB, and the EFI partition.
    name=vps-$kind overlays=(vps vps-full) root_partition=3 root_mib=$((2 + efi_mib))
    drivers='virtio_pci virtio_blk virtio_scsi sd_mod ahci nvme ext4 crc32c_generic'
    [ "$kind" != rich ] || drivers="$drivers dm_mod btrfs xfs" size_mib=1600
    for part in sound drivers/gpu drivers/media drivers/net/wireless; do
      excluded="$excluded /lib/modules/*/kernel/$part/*"
    done
    ;;
  *) fail 'build-vps.sh [small|full|rich|cloud|debian-11|debian-13|whole-disk]' ;;
esac
packages=$(packages_of_vps "$name")
root_tar=$(root_tar_of "$name")
key=$(hash_of build-vps.sh "${overlays[@]}" "$packages" mke2fs.conf)

# The build of the stand-in uses this file, too.
has_root_tar() { [ -s "$root_tar" ] || from_cache "$(basename "$root_tar")" "$root_tar"; }

# Unpacks the packages unconfigured. This is the slow part, cached until the list of packages changes.
bootstrap() {
  ! has_root_tar || return 0
  say 'bootstrapping Debian'
  # Exclusions are configured in dpkg itself, because mmdebstrap would filter each package in Python. Packages
  # unpacked before that are complete. The initramfs contains only drivers of the lab's machines, because unpacking a
  # full one takes minutes under emulation.
  # shellcheck disable=SC2016 # expanded by the hook
  debian "$packages" "$work/root.tar" --variant=minbase \
    --extract-hook="set -f; printf 'path-exclude=%s\\n' $excluded >\"\$1/etc/dpkg/dpkg.cfg.d/lab\"" \
    --customize-hook='rm -rf "$1"/usr/share/man/* "$1"/usr/share/locale/* "$1"/usr/share/doc/*' \
    --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"' \
    --essential-hook='echo MODULES=list >"$1/etc/initramfs-tools/conf.d/lab"' \
    --essential-hook="printf '%s\\n' $drivers >\"\$1/usr/share/initramfs-tools/modules.d/lab\"" "${bootstrap_options[@]}"
  rm -f "${root_tar%-*}"-????????????????.tar
  mv "$work/root.tar" "$root_tar"
  to_cache "$root_tar" "$(basename "$root_tar")"
}

configure() {
  local unit overlay
  mkdir "$root"
  tar -C "$root" --numeric-owner -xpf "$root_tar"
  cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
  cp "$root"/boot/initrd.img-* "$work/initrd"
  rm -f "$root/etc/resolv.conf"
  for overlay in "${overlays[@]}"; do
    (cd "$here/$overlay" && find . -type f -exec install -D --mode=644 {} "$root/{}" \;)
  done
  chmod 755 "$root/usr/local/sbin/lab-first-boot"
  echo "GRUB_CMDLINE_LINUX=\"\$GRUB_CMDLINE_LINUX tsc_early_khz=$khz\"" >"$root/etc/default/grub.d/tsc.cfg"
  chroot "$root" useradd --create-home --shell /bin/bash user
  printf 'root:%s\nuser:%s\n' "$password" "$password" | chroot "$root" chpasswd
  # An installed VPS already has host keys and a machine id. Creating them at each boot would only take time.
  rm -f "$root"/etc/ssh/ssh_host_*
  ssh-keygen -q -t ed25519 -N '' -C root@vps -f "$root/etc/ssh/ssh_host_ed25519_key"
  rm -f "$root/etc/machine-id" && chroot "$root" systemd-machine-id-setup 2>/dev/null
  chroot "$root" systemctl --quiet enable systemd-networkd
  # Disables timers and waits that are slow under emulation.
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service fstrim.timer systemd-networkd-wait-online.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
  [ "$root_partition" != 3 ] || prepare_efi
  case $kind in
    rich) switch_off ;;
    cloud) generalise ;;
  esac
}

# Removes what makes the VPS one machine. cloud-init sets the host name, network, keys and sign-in.
generalise() {
  chroot "$root" userdel --remove user 2>/dev/null
  chroot "$root" passwd --quiet --lock root
  chroot "$root" systemctl --quiet disable lab-boot-entry
  rm -rf "$root"/etc/ssh/ssh_host_* "$root"/etc/ssh/sshd_config.d/lab.conf "$root"/usr/local/sbin/lab-network \
    "$root"/etc/systemd/network/10-lab.network "$root"/etc/systemd/system/systemd-networkd.service.d
  echo uninitialized >"$root/etc/machine-id"
}

# Disables services that Debian enables on installation. Scripts of machines that test them enable them again.
switch_off() {
  chroot "$root" systemctl --quiet disable NetworkManager networking cloud-init-local cloud-init cloud-config cloud-final
  touch "$root/etc/cloud/cloud-init.disabled"
}

prepare_efi() {
  mkdir -p "$root/boot/efi"
  chroot "$root" systemctl --quiet enable lab-boot-entry
}

make_disk() {
  truncate -s "$((root_mib + size_mib + 1))M" "$disk"
  case $root_partition in
    3) make_gpt ;;
    1) echo '2048,'"$((size_mib * 2048))"',83,*' | sfdisk -q "$disk" ;;
  esac
  MKE2FS_CONFIG=$here/mke2fs.conf mke2fs -q -t ext4 -U "$uuid" -L root \
    -E "offset=$((root_mib * 1048576)),root_owner=0:0" -d "$root" "$disk" "${size_mib}M"
}

make_gpt() {
  printf '%s\n' 'label: gpt' \
    '2048,2048,21686148-6449-6E6F-744E-656564454649' \
    "4096,$((efi_mib * 2048)),$efi_partition_type" \
    "$((root_mib * 2048)),$((size_mib * 2048)),L" | sfdisk -q "$disk"
  truncate -s "${efi_mib}M" "$work/efi.img"
  mkfs.fat -i "$efi_id" -n EFI "$work/efi.img" >/dev/null
  dd if="$work/efi.img" of="$disk" bs=1M seek=2 conv=notrunc,sparse status=none
}

install_grub() {
  say 'starting the machine once, to install GRUB in it'
  machine
  timeout "$first_boot_limit" "${qemu[@]}" -no-reboot -serial "file:$work/first-boot.log" \
    -drive "file=$disk,format=raw,if=virtio,cache=unsafe" \
    -kernel "$work/vmlinuz" -initrd "$work/initrd" -append "root=/dev/vda$root_partition ro quiet console=ttyS0 \
tsc=reliable clocksource=tsc tsc_early_khz=$khz init=/usr/local/sbin/lab-first-boot" </dev/null || true
  grep -q 'LAB-FIRST-BOOT done' "$work/first-boot.log" ||
    fail "GRUB was not installed: $(tail -n 5 "$work/first-boot.log")"
}

khz=$(tsc_khz)
if has_root_tar && is_built "$name" "$key" "$khz"; then
  say "VPS: up to date ($lab/$name.raw)" && exit 0
fi
need_root 'building the VPS'
need_programs mmdebstrap sfdisk mke2fs ssh-keygen qemu-system-x86_64
[ "$root_partition" != 3 ] || need_programs mkfs.fat
work=$(mktemp -d "$lab/.vps.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
root=$work/root disk=$work/vps.raw
bootstrap
configure
make_disk
[ "$kind" = whole-disk ] || install_grub
rm -f "$lab/$name.key"
mv "$disk" "$lab/$name.raw"
echo "$key $khz" >"$lab/$name.key"
to_cache "$lab/$name.raw" "$name-$key-$khz.raw"
say "VPS: built $lab/$name.raw ($(du -m "$lab/$name.raw" | cut -f1) MiB)"
