# shellcheck shell=sh
# Mounts /dev/shm noexec, as hardening guides recommend.
echo 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0' >>/etc/fstab
