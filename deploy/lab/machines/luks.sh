# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Root on LUKS, with a plain /boot. The initramfs has a key file, so that the machine boots without anyone at its console.
add_partition 300M
add_partition
mkfs.ext4 -q /dev/vda4
key=/etc/lab-root.key
head -c 64 /dev/urandom >$key
cryptsetup luksFormat --batch-mode --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 --key-file $key /dev/vda5
cryptsetup open --key-file $key /dev/vda5 lab_root
mkfs.ext4 -q /dev/mapper/lab_root
mount /dev/mapper/lab_root /mnt
move_system '/dev/mapper/lab_root / ext4 errors=remount-ro 0 1'
echo "UUID=$(blkid -s UUID -o value /dev/vda4) /boot ext4 defaults 0 2" >>/mnt/etc/fstab
mv /mnt/boot /mnt/old-boot
mkdir /mnt/boot
mount /dev/vda4 /mnt/boot
cp -a /mnt/old-boot/. /mnt/boot/
rm -rf /mnt/old-boot
echo "lab_root UUID=$(blkid -s UUID -o value /dev/vda5) $key luks,initramfs" >>/mnt/etc/crypttab
echo "KEYFILE_PATTERN=$key" >>/mnt/etc/cryptsetup-initramfs/conf-hook
there update-initramfs -u
install_grub
it_is 'test "$(findmnt -no SOURCE /)" = /dev/mapper/lab_root && grep -q ^CRYPT-LUKS /sys/block/dm-0/dm/uuid'
close_system
