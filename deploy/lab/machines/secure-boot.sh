# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Signed from firmware to kernel, like Debian's installer: shim, GRUB and a kernel that locks itself down. Installed
# under the system's own name and under the firmware's default name.
grub-install --target=x86_64-efi --efi-directory=/boot/efi --bootloader-id=debian --no-nvram --uefi-secure-boot
cp /usr/lib/shim/shimx64.efi.signed /boot/efi/EFI/BOOT/BOOTX64.EFI
cp /usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed /boot/efi/EFI/BOOT/grubx64.efi
sed -i 's/grubx64/shimx64/' /usr/local/sbin/lab-boot-entry
it_is 'test "$(od -An -tu1 -j4 -N1 /sys/firmware/efi/efivars/SecureBoot-*)" -eq 1'
it_is 'grep -F "[integrity]" /sys/kernel/security/lockdown'
umount /boot/efi
