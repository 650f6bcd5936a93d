# shellcheck shell=sh
# UEFI with systemd-boot, kernel and initrd on the EFI partition, and no GRUB.
mountpoint -q /boot/efi || mount /boot/efi
rm -rf /boot/grub /boot/efi/EFI
bootctl --esp-path=/boot/efi --no-variables install
kernel=$(uname -r)
mkdir -p "/boot/efi/lab/$kernel" /boot/efi/loader/entries
cp "/boot/vmlinuz-$kernel" "/boot/efi/lab/$kernel/linux"
cp "/boot/initrd.img-$kernel" "/boot/efi/lab/$kernel/initrd"
cat >"/boot/efi/loader/entries/lab-$kernel.conf" <<ENTRY
title Linux $kernel
linux /lab/$kernel/linux
initrd /lab/$kernel/initrd
options root=UUID=$(findmnt -no UUID /) ro $(tr ' ' '\n' </proc/cmdline | grep -E '^(console|tsc|clocksource)' | tr '\n' ' ')
ENTRY
echo 'timeout 0' >/boot/efi/loader/loader.conf
sed -i -e 's/ debian/ Linux Boot Manager/' -e 's/-L debian/-L "Linux Boot Manager"/' \
  -e 's/EFI.debian.grubx64/EFI\\systemd\\systemd-bootx64/' /usr/local/sbin/lab-boot-entry
it_is 'ls /sys/firmware/efi/efivars/LoaderInfo-* && test ! -e /boot/grub'
umount /boot/efi
