# shellcheck shell=sh
# Every program of busybox stands in front of the system's, but those that start and end the system or load its drivers.
# Its shell prefers its own even to these: there modprobe is busybox's too.
for name in $(busybox --list); do
  case $name in
    busybox | init | linuxrc | halt | poweroff | reboot | modprobe | insmod | rmmod | lsmod | depmod | modinfo) ;;
    *) ln -s /bin/busybox "/usr/local/sbin/$name" ;;
  esac
done
it_is 'awk --help 2>&1 | grep -q BusyBox && modprobe --help 2>&1 | grep -q BusyBox'
