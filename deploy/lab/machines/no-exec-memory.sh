# shellcheck shell=sh
# Recommended by hardening guides.
echo 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0' >>/etc/fstab
