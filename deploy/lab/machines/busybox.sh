# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Every program that busybox has is busybox's, and root's shell too, as on Alpine; the library stays glibc. What starts and
# stops the system stays systemd's, and what loads modules kmod's, which Alpine has too.
for name in $(busybox --list); do
  case $name in
    init | linuxrc | reboot | halt | poweroff | shutdown | runlevel | login | su | passwd) continue ;;
    *mod | modprobe | modinfo | busybox) continue ;;
  esac
  ln -s /bin/busybox "/usr/local/sbin/$name"
done
# Debian's busybox is built without these two; they know no more options than busybox's.
cat >/usr/local/sbin/flock <<'SCRIPT'
#!/bin/sh
case $1 in -[nsxu]) exec /usr/bin/flock "$@" ;; esac
exit 1
SCRIPT
cat >/usr/local/sbin/blkid <<'SCRIPT'
#!/bin/sh
case ${1:-} in -*) exit 1 ;; esac
exec /usr/sbin/blkid "$@"
SCRIPT
chmod 755 /usr/local/sbin/flock /usr/local/sbin/blkid
ln -sf busybox /bin/ash
usermod --shell /bin/ash root
it_is 'readlink -f "$(command -v df)" | grep -q /busybox && readlink /proc/$$/exe | grep -q /busybox'
