# shellcheck shell=sh
# Its disk has a boot loader, which this machine's hypervisor skips (--kernel-outside).
true
