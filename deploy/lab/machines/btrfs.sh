# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Btrfs with compression. The system and /boot are in a subvolume.
add_partition
mkfs.btrfs -q -f /dev/vda4
mount /dev/vda4 /mnt
btrfs -q subvolume create /mnt/@
umount /mnt
mount -o subvol=@,compress=zstd:1 /dev/vda4 /mnt
move_system "UUID=$(blkid -s UUID -o value /dev/vda4) / btrfs subvol=@,compress=zstd:1 0 0"
install_grub
it_is 'test "$(findmnt -no SOURCE /)" = "/dev/vda4[/@]" && test "$(findmnt -no FSTYPE /)" = btrfs && ! findmnt /boot'
close_system
