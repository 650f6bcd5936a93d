# shellcheck shell=sh disable=SC2016 # expanded where it is run
# UEFI starts systemd-boot, which starts the kernel that kernel-install put on the EFI partition. GRUB is not
# installed.
rm -rf /boot/grub /boot/efi/EFI
tr ' ' '\n' </proc/cmdline | grep -vE '^(BOOT_IMAGE|initrd)=' | tr '\n' ' ' >/etc/kernel/cmdline
bootctl --no-variables --esp-path=/boot/efi install
kernel-install add "$(uname -r)" "/boot/vmlinuz-$(uname -r)" "/boot/initrd.img-$(uname -r)"
echo 'timeout 0' >/boot/efi/loader/loader.conf
sed -i 's/debian/systemd/g; s/grubx64/systemd-bootx64/' /usr/local/sbin/lab-boot-entry
it_is 'cat /sys/firmware/efi/efivars/LoaderInfo-* | tr -d "\\0" | grep -a systemd-boot && test ! -e /boot/grub'
umount /boot/efi
