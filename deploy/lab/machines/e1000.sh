# shellcheck shell=sh
it_is 'ls -d /sys/bus/pci/drivers/e1000/0*'
