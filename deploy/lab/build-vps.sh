#!/usr/bin/env bash
# build-vps.sh: the customer's VPS, a bare Debian that boots by BIOS and GRUB, as vps.raw in the lab's data folder.
# Root's and user's password: Lab-Pass-1. Its GRUB is installed by Debian's own tools, inside the machine.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

password=Lab-Pass-1
uuid=5ca5e3e7-1ab0-4a11-9c0d-c0ffee000001 # as in vps/etc/fstab
size_mib=1400                             # the root file system; the disk's own size is chosen at boot
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
security_mirror=${DEBIAN_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
first_boot_limit=1200 # seconds, for what hangs; idle and without KVM it takes about 30, on a busy machine minutes

root_tar=$lab/root-$(hash_of vps-packages.txt).tar
key=$(hash_of build-vps.sh vps vps-packages.txt mke2fs.conf)

# What the package archive gives, unconfigured: the slow part, kept as long as the list of packages is the same.
bootstrap() {
  [ ! -s "$root_tar" ] || return 0
  say "bootstrapping Debian from $mirror"
  local include
  include=$(entries "$here/vps-packages.txt" | paste -sd,)
  mmdebstrap --quiet --variant=minbase --mode=root --include="$include" \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' \
    bookworm "$work/root.tar" \
    "deb $mirror bookworm main" "deb $mirror bookworm-updates main" \
    "deb $security_mirror bookworm-security main" ||
    fail "mmdebstrap failed; is $mirror reachable? (DEBIAN_MIRROR chooses another)"
  rm -f "$lab"/root-*.tar
  mv "$work/root.tar" "$root_tar"
}

configure() {
  local unit
  mkdir "$root"
  tar -C "$root" --numeric-owner -xpf "$root_tar"
  cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
  cp "$root"/boot/initrd.img-* "$work/initrd"
  rm -f "$root/etc/resolv.conf"
  (cd "$here/vps" && find . -type f -exec install -D --mode=644 {} "$root/{}" \;)
  chmod 755 "$root/usr/local/sbin/lab-first-boot"
  echo "GRUB_CMDLINE_LINUX=\"\$GRUB_CMDLINE_LINUX tsc_early_khz=$khz\"" >"$root/etc/default/grub.d/tsc.cfg"
  chroot "$root" useradd --create-home --shell /bin/bash user
  printf 'root:%s\nuser:%s\n' "$password" "$password" | chroot "$root" chpasswd
  # An installed VPS has both already; making them at each boot would only cost time.
  rm -f "$root"/etc/ssh/ssh_host_*
  ssh-keygen -q -t ed25519 -N '' -C root@vps -f "$root/etc/ssh/ssh_host_ed25519_key"
  rm -f "$root/etc/machine-id" && chroot "$root" systemd-machine-id-setup 2>/dev/null
  chroot "$root" systemctl --quiet enable systemd-networkd
  # Timers and waits that only cost time under emulation.
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service fstrim.timer systemd-networkd-wait-online.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
}

make_disk() {
  truncate -s "$((size_mib + 2))M" "$disk"
  echo '2048,'"$((size_mib * 2048))"',83,*' | sfdisk -q "$disk"
  MKE2FS_CONFIG=$here/mke2fs.conf mke2fs -q -t ext4 -U "$uuid" -L root \
    -E offset=1048576,root_owner=0:0 -d "$root" "$disk" "${size_mib}M"
}

install_grub() {
  say 'starting the machine once, to install GRUB in it'
  machine
  timeout "$first_boot_limit" "${qemu[@]}" -no-reboot -serial "file:$work/first-boot.log" \
    -drive "file=$disk,format=raw,if=virtio,cache=unsafe" \
    -kernel "$work/vmlinuz" -initrd "$work/initrd" -append "root=/dev/vda1 ro quiet console=ttyS0 \
tsc=reliable clocksource=tsc tsc_early_khz=$khz init=/usr/local/sbin/lab-first-boot" </dev/null || true
  grep -q 'LAB-FIRST-BOOT done' "$work/first-boot.log" ||
    fail "GRUB was not installed: $(tail -n 5 "$work/first-boot.log")"
}

khz=$(tsc_khz)
if is_built vps "$key" "$khz"; then
  say "VPS: up to date ($lab/vps.raw)" && exit 0
fi
need_root 'building the VPS'
need_programs mmdebstrap sfdisk mke2fs ssh-keygen qemu-system-x86_64
work=$(mktemp -d "$lab/.vps.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
root=$work/root disk=$work/vps.raw
bootstrap
configure
make_disk
install_grub
rm -f "$lab/vps.key"
mv "$disk" "$lab/vps.raw"
echo "$key $khz" >"$lab/vps.key"
say "VPS: built $lab/vps.raw ($(du -m "$lab/vps.raw" | cut -f1) MiB)"
