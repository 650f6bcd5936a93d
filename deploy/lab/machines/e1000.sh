# shellcheck shell=sh
# The network card is QEMU's e1000.
it_is 'ls -d /sys/bus/pci/drivers/e1000/0*'
