# shellcheck shell=sh
# Nothing that a BIOS could start: the partition table behind it stays.
dd if=/dev/zero of=/dev/vda bs=440 count=1 conv=notrunc status=none
