# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Root and swap on LVM, like Debian's installer. GRUB can read it, but cannot clear its environment block there.
add_partition
pvcreate -q /dev/vda4
vgcreate -q vg /dev/vda4
lvcreate -q -y -L 1900M -n root vg
lvcreate -q -y -l 100%FREE -n swap vg
mkfs.ext4 -q /dev/vg/root
mkswap -q /dev/vg/swap
mount /dev/vg/root /mnt
move_system '/dev/mapper/vg-root / ext4 errors=remount-ro 0 1'
echo '/dev/mapper/vg-swap none swap sw 0 0' >>/mnt/etc/fstab
install_grub
it_is 'test "$(findmnt -no SOURCE /)" = /dev/mapper/vg-root && grep -q ^/dev/dm- /proc/swaps'
close_system
