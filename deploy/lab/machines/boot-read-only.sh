# shellcheck shell=sh
# Simulates a separate /boot with `ro` in fstab by a bind mount.
echo '/boot /boot none bind,ro 0 0' >>/etc/fstab
