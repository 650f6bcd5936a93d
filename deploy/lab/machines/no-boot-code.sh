# shellcheck shell=sh
# Removes the boot code that a BIOS would start. The partition table after it stays.
dd if=/dev/zero of=/dev/vda bs=440 count=1 conv=notrunc status=none
