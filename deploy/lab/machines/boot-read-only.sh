# shellcheck shell=sh
# As a /boot of its own with `ro` in fstab; here it is a part of the same file system.
echo '/boot /boot none bind,ro 0 0' >>/etc/fstab
