# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Neither systemd nor OpenSSH: busybox's init instead of sysvinit, dropbear, and /dev/shm and /run mounted noexec.
mkdir -p /usr/local/lib/lab /etc/dropbear
ln -s "$(command -v busybox)" /usr/local/lib/lab/init
cat >/etc/inittab <<'END'
::sysinit:/usr/local/lib/lab/start
::respawn:/usr/sbin/dropbear -F -R -p 22
::ctrlaltdel:/bin/busybox reboot
::shutdown:/bin/busybox umount -a -r
END
cat >/usr/local/lib/lab/start <<'END'
#!/bin/sh
mount -o remount,rw /
mountpoint -q /run || mount -t tmpfs tmpfs /run
mount -o remount,nosuid,nodev,noexec /run
mkdir -p /dev/shm /dev/pts /run/lock
mount -t tmpfs -o nosuid,nodev,noexec tmpfs /dev/shm
mount -t devpts devpts /dev/pts
hostname -F /etc/hostname
modprobe virtio_net
modprobe virtio_rng
ip link set lo up
dhclient eth0
END
chmod 755 /usr/local/lib/lab/start
echo 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX net.ifnames=0 init=/usr/local/lib/lab/init"' >/etc/default/grub.d/sysvinit.cfg
update-grub
it_is 'test "$(cat /proc/1/comm)" = init && test ! -d /run/systemd/system && grep -q " /dev/shm tmpfs .*noexec" /proc/mounts'
