# shellcheck shell=sh
# As hardening guides have it.
echo 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0' >>/etc/fstab
