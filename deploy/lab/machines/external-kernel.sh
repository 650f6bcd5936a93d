# shellcheck shell=sh
# Its disk has a boot loader, which this machine's hypervisor passes over (--kernel-outside).
true
