# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Every program that busybox has is busybox's, and root's shell too. What starts and stops the system stays systemd's.
for name in $(busybox --list); do
  case $name in init | linuxrc | reboot | halt | poweroff | shutdown | runlevel | login | su | passwd) continue ;; esac
  ln -s /bin/busybox "/usr/local/sbin/$name"
done
ln -sf busybox /bin/ash
usermod --shell /bin/ash root
it_is 'readlink -f "$(command -v df)" | grep -q /busybox && test "$(readlink -f /proc/$$/exe)" != /usr/bin/dash'
