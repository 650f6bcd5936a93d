# shellcheck shell=sh
# Functions for machines of other layouts, prepended to machines/MACHINE.sh and run in the rich VPS, which boots by
# BIOS. Its disk has a GPT: 1 GRUB for BIOS, 2 the EFI partition, 3 the system (ext4). The space after it is free.

# it_is COMMAND...: adds a check that `matrix.sh` runs on the machine first. A row whose system does not match its
# name would prove nothing.
it_is() { printf '%s\n' "$*" >>"${target:-}/etc/lab-it-is"; }

# add_partition [SIZE]: adds a partition after the others, by default with all remaining space.
add_partition() {
  sfdisk -q --relocate gpt-bak-std /dev/vda
  echo "size=${1:-+}" | sfdisk -q --no-reread --append /dev/vda
  partx -u /dev/vda
  udevadm settle
}

# move_system DEVICE FSTAB-LINE: moves the system to the file system mounted at /mnt and removes the old partition.
# The rest of the machine's script uses `there` to run commands in it.
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

# Flushes all writes to the disk before the machine is stopped.
close_system() {
  sync
  umount -R -l /mnt
  sync
}

# cloud_init RENDERER: lets cloud-init apply the network configuration on stdin with that program, without other
# modules.
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
