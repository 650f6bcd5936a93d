# shellcheck shell=sh
# Finds the examined disk after the restart, even if its device name has changed, and files of Windows on it.

serial_of() {
  for file in "$1/serial" "$1/device/serial"; do
    [ -s "$file" ] && tr -d ' \n' <"$file" | tr -c 'A-Za-z0-9._:/@+,-' '_' && return
  done
  # sysfs reports size 0 for this file, so `-s` cannot be used.
  [ -r "$1/device/vpd_pg80" ] && tail -c +5 "$1/device/vpd_pg80" | tr -cd 'A-Za-z0-9._-'
}

# Prints /dev/NAME of every disk with the size, serial number and first 34 sectors of the examined disk.
matching_disks() {
  for disk in /sys/block/*; do
    [ "$(($(cat "$disk/size") * 512))" = "$DISK_SIZE" ] || continue
    [ "$(serial_of "$disk")" = "$DISK_SERIAL" ] || continue
    [ "$(head -c 17408 "/dev/${disk##*/}" | hash_of)" = "$DISK_HEAD" ] || continue
    echo "/dev/${disk##*/}"
  done
}

find_disk() {
  tries=0
  until [ -n "$(matching_disks)" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return 1
    sleep 0.2
  done
  # Two identical disks cannot be distinguished, so neither is touched.
  [ "$(matching_disks | wc -l)" -eq 1 ] && matching_disks
}

# vda 1 -> /dev/vda1, nvme0n1 1 -> /dev/nvme0n1p1
partition_of() {
  case $1 in *[0-9]) echo "$1p$2" ;; *) echo "$1$2" ;; esac
}

# place ROOT PATH: prints the path below ROOT in the spelling that exists on disk. Windows does not distinguish
# WINDOWS from Windows and would never read a second folder with the other spelling.
place() {
  at=$1 rest=$2
  while [ -n "$rest" ]; do
    name=${rest%%/*}
    case $rest in */*) rest=${rest#*/} ;; *) rest= ;; esac
    found=$(find "$at" -mindepth 1 -maxdepth 1 -iname "$name" 2>/dev/null | head -n 1)
    at=${found:-$at/$name}
    if [ -n "$rest" ] && [ ! -d "$at" ]; then mkdir "$at" || return 1; fi
  done
  echo "$at"
}
