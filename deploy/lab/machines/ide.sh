# shellcheck shell=sh
# The disk is behind QEMU's PIIX3 IDE controller, as on old plans.
echo ata_piix >>/etc/initramfs-tools/modules
update-initramfs -u
it_is 'ls -d /sys/bus/pci/drivers/ata_piix/0*'
