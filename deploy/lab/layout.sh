# shellcheck shell=sh
# What the machines of another layout are made with: stands before machines/MACHINE.sh, in the rich VPS, on a BIOS. Its disk
# is a GPT: 1 BIOS's GRUB, 2 the EFI partition, 3 the system (ext4); behind it the disk is free.

# Rows whose system is not what their name says prove nothing: `matrix.sh` runs this script on the machine first.
it_is() { printf '%s\n' "$*" >>"${target:-}/etc/lab-it-is"; }

# add_partition [SIZE]: behind the others; without a size all that is left.
add_partition() {
  sfdisk -q --relocate gpt-bak-std /dev/vda
  echo "size=${1:-+}" | sfdisk -q --no-reread --append /dev/vda
  partx -u /dev/vda
  udevadm settle
}

# move_system DEVICE FSTAB-LINE: the system to what is mounted at /mnt, and the old one out of the table. What follows in
# the machine's script is then run there by `there`.
move_system() {
  target=/mnt
  cp -ax /. /mnt/
  for dir in dev proc sys run; do mount --rbind --make-rslave "/$dir" "/mnt/$dir"; done
  sed -i '/ \/ ext4 /d' /mnt/etc/fstab
  echo "$1" >>/mnt/etc/fstab
  sfdisk -q --no-reread --no-tell-kernel --delete /dev/vda 3
}
there() { chroot /mnt "$@"; }

install_grub() {
  there grub-install --target=i386-pc /dev/vda
  there update-grub
}

# What was written there must be on the disk before the machine is stopped.
close_system() {
  sync
  umount -R -l /mnt
  sync
}

# cloud_init RENDERER: cloud-init gives the machine the network configuration on stdin, by that program, and leaves all else.
cloud_init() {
  rm -rf /etc/systemd/network/10-lab.network /etc/systemd/system/systemd-networkd.service.d /etc/cloud/cloud-init.disabled
  mkdir -p /var/lib/cloud/seed/nocloud
  cat >/var/lib/cloud/seed/nocloud/network-config
  echo 'instance-id: lab' >/var/lib/cloud/seed/nocloud/meta-data
  echo '#cloud-config' >/var/lib/cloud/seed/nocloud/user-data
  cat >/etc/cloud/cloud.cfg <<CONFIG
datasource_list: [NoCloud]
system_info: {distro: debian, network: {renderers: [$1]}}
cloud_init_modules: []
cloud_config_modules: []
cloud_final_modules: []
CONFIG
  rm -f /etc/cloud/cloud.cfg.d/*
  systemctl enable cloud-init-local cloud-init
}
