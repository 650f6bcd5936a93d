# shellcheck shell=sh
# Every busybox program takes precedence over the system's, except those that start and stop the system or load its
# drivers. Its shell prefers its own applets even to these, so modprobe is busybox's in that shell.
for name in $(busybox --list); do
  case $name in
    busybox | init | linuxrc | halt | poweroff | reboot | modprobe | insmod | rmmod | lsmod | depmod | modinfo) ;;
    *) ln -s /bin/busybox "/usr/local/sbin/$name" ;;
  esac
done
it_is 'awk --help 2>&1 | grep -q BusyBox && modprobe --help 2>&1 | grep -q BusyBox'
