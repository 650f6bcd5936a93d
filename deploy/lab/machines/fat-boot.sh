# shellcheck shell=sh disable=SC2016 # expanded where it is run
# /boot on FAT, as on systems that use one partition for GRUB and the firmware.
add_partition 400M
mkfs.fat -F 32 /dev/vda4 >/dev/null
umount /boot/efi 2>/dev/null || true
sed -i '/ \/boot\/efi /d' /etc/fstab
rm -rf /boot/grub /boot/efi
cp -r --preserve=timestamps /boot /old-boot
find /boot -mindepth 1 -delete
mount /dev/vda4 /boot
cp -r --preserve=timestamps /old-boot/. /boot/
rm -rf /old-boot
echo "UUID=$(blkid -s UUID -o value /dev/vda4) /boot vfat umask=0077 0 0" >>/etc/fstab
grub-install --target=i386-pc /dev/vda
update-grub
it_is 'test "$(findmnt -no FSTYPE /boot)" = vfat && test -s /boot/grub/grub.cfg'
umount /boot
