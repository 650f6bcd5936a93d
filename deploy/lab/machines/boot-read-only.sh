# shellcheck shell=sh
# Simulates a separate /boot with `ro` in fstab. Here it is part of the same file system.
echo '/boot /boot none bind,ro 0 0' >>/etc/fstab
