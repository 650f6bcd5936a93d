# shellcheck shell=sh disable=SC2016 # expanded where it is run
# /boot on its own partition without room for the stage, but with GRUB and kexec.
add_partition 300M
mkfs.ext4 -q /dev/vda4
umount /boot/efi 2>/dev/null || true
mv /boot /old-boot
mkdir /boot
mount /dev/vda4 /boot
cp -a /old-boot/. /boot/
rm -rf /old-boot
# Fills /boot except for 20 MiB, as old kernels do.
fallocate -l "$(($(df -Pk /boot | awk 'NR == 2 { print $4 }') - 20480))K" /boot/initrd.img-old
echo "UUID=$(blkid -s UUID -o value /dev/vda4) /boot ext4 defaults 0 2" >>/etc/fstab
sed -i '/ \/boot\/efi /d' /etc/fstab
grub-install --target=i386-pc /dev/vda
update-grub
it_is 'findmnt /boot && test "$(df -Pk /boot | awk "NR == 2 { print \$4 }")" -lt 30000'
umount /boot
