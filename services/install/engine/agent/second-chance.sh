# shellcheck shell=sh disable=SC2154 # set by recovery.sh and casement.conf
# Sourced by recovery.sh: if Windows never started and the cause is one that can be fixed on the disk, fixes it once and
# starts Windows again (docs/engine.md, ADR 62). Numbers are replaced in place, because they lie within one sector: a
# power cut leaves the old one or the new one. hivexsh would move the values and needs the whole hive in memory.

MAX_HIVE=134217728
# Type of a boot entry of Windows, 0x10200003.
LOADER_TYPE=270532611

# Layout of a hive: https://github.com/msuhanov/regf/blob/master/Windows%20registry%20file%20format%20specification.md

# number_in FILE OFFSET BYTES
number_in() { od -An -v -j "$2" -N "$3" -t "u$3" "$1" | tr -d ' '; }

# cell_in HIVE OFFSET: prints the offset of the cell's content that a field refers to.
cell_in() { echo $(($(number_in "$1" "$2" 4) + 4100)); }

upper() { tr '[:lower:]' '[:upper:]'; }

# name_in HIVE OFFSET BYTES
name_in() { dd if="$1" bs=1 skip="$2" count="$3" 2>/dev/null | upper; }

# Prints the hash by which a list of subkeys is searched.
hash_of_name() {
  hash=0
  for byte in $(printf %s "$1" | od -An -v -tu1); do hash=$(((hash * 37 + byte) & 4294967295)); done
  echo "$hash"
}

# subkey_in HIVE LIST NAME: prints the offset of the key with the upper-case name. Lists of old hives (lf, li) are not
# searched.
subkey_in() {
  number=$(number_in "$1" $(($2 + 2)) 2)
  case $(name_in "$1" "$2" 2) in
    LH)
      od -An -v -j $(($2 + 4)) -N $((number * 8)) -tu4 -w8 "$1" | awk -v hash="$(hash_of_name "$3")" '$2 == hash { print $1 }' |
        while read -r key; do
          key=$((key + 4100))
          [ "$(name_in "$1" $((key + 76)) "$(number_in "$1" $((key + 72)) 2)")" != "$3" ] || echo "$key"
        done
      ;;
    RI) for list in $(od -An -v -j $(($2 + 4)) -N $((number * 4)) -tu4 "$1"); do subkey_in "$1" $((list + 4100)) "$3"; done ;;
  esac
}

# key_in HIVE PATH: prints the offset of a key. Each name of the path follows a backslash, as in hivexsh.
key_in() {
  at=$(cell_in "$1" 36)
  for name in $(echo "$2" | sed 's/\\/ /g' | upper); do
    at=$(subkey_in "$1" "$(cell_in "$1" $((at + 28)))" "$name")
    [ -n "$at" ] || return 1
  done
  echo "$at"
}

# data_in HIVE PATH NAME: prints the offset of a value's data.
data_in() {
  key=$(key_in "$1" "$2") || return 1
  for value in $(od -An -v -j "$(cell_in "$1" $((key + 40)))" -N $(($(number_in "$1" $((key + 36)) 4) * 4)) -tu4 "$1"); do
    value=$((value + 4100))
    [ "$(name_in "$1" $((value + 20)) "$(number_in "$1" $((value + 2)) 2)")" = "$(echo "$3" | upper)" ] || continue
    # Up to four bytes are in the value itself.
    if [ "$(number_in "$1" $((value + 4)) 4)" -ge 2147483648 ]; then echo $((value + 8)); else cell_in "$1" $((value + 8)); fi
    return 0
  done
  return 1
}

# Prints bytes as octal escapes of printf.
escaped() { od -An -v -to1 "$@" | tr -d '\n' | sed 's/ /\\/g'; }
utf16() { escaped | sed 's/\\[0-7]*/&\\000/g'; }
bytes_in() { escaped -j "$2" -N "$3" "$1"; }

is_usable_hive() { [ -s "$1" ] && [ "$(stat -c %s "$1")" -le "$MAX_HIVE" ] && is_complete_store "$1"; }

# values_in HIVE PATH [NAME]: prints a key's values, or one without its name.
values_in() { printf '%s\n' "cd $2" "lsval ${3:-}" | hivexsh "$1" 2>/dev/null; }

# dwords_in HIVE PATH: prints names and values (hexadecimal) of a key's numbers.
dwords_in() { values_in "$1" "$2" | sed -n 's/^"\([A-Za-z0-9]*\)"=dword:\([0-9a-f]*\)$/\1 0x\2/p'; }

# Prints Windows' service for a disk bus.
disk_service() {
  case $1 in virtio-blk) echo viostor ;; virtio-scsi) echo vioscsi ;; sata) echo storahci ;; nvme) echo stornvme ;; esac
}

# has_driver ROOT HIVE SERVICE: succeeds if the service's driver exists.
has_driver() {
  image=$(values_in "$2" "$3" ImagePath | sed -e 's,\\,/,g' -e 's,^\(/SystemRoot\|%SystemRoot%\)/,,I')
  [ -s "$(place "$1" "Windows/${image:-System32/drivers/${3##*\\}.sys}")" ]
}

# driver_changes ROOT NAME: prints the changes after which Windows loads a disk driver when it boots, as OFFSET OLD NEW.
driver_changes() {
  hive=$(place "$1" "$SYSTEM_HIVE")
  [ -n "$2" ] && is_usable_hive "$hive" || return 1
  control=$(dwords_in "$hive" '\Select' | sed -n 's/^Default //p')
  service=$(printf '\\ControlSet%03d\\Services\\%s' "$((${control:-0}))" "$2")
  [ -n "$(dwords_in "$hive" "$service")" ] && has_driver "$1" "$hive" "$service" || return 1
  # Windows disables the boot drivers that a machine did not need in the second key.
  for key in "$service" "$service\\StartOverride"; do
    dwords_in "$hive" "$key" | while read -r name value; do
      [ "$key/$name" = "$service/Start" ] || [ "$key" != "$service" ] || continue
      [ "$((value))" != 0 ] || continue
      at=$(data_in "$hive" "$key" "$name") || continue
      # Both readers must agree.
      [ "$(number_in "$hive" "$at" 4)" != "$((value))" ] || printf '%s\n' "$at $(bytes_in "$hive" "$at" 4) \\000\\000\\000\\000"
    done
  done
}

# starts_windows STORE OBJECT ROOT: succeeds if a boot entry is complete and its loader exists.
starts_windows() {
  elements="\\Objects\\$2\\Elements"
  [ "$(values_in "$1" "\\Objects\\$2\\Description" Type)" = "$LOADER_TYPE" ] || return 1
  for element in 11000001 21000001; do [ -n "$(option_of "$1" "$elements" "$element")" ] || return 1; done
  # Windows RE is a loader too.
  [ "$(option_of "$1" "$elements" 26000022)" != 01 ] || return 1
  file=$(values_in "$1" "$elements\\12000002" Element | sed 's,\\,/,g')
  [ -n "$file" ] && [ -s "$(place "$3" "${file#/}")" ]
}

# entry_changes STORE ROOT: prints the change that makes the only entry of Windows the default if the default is none.
entry_changes() {
  is_usable_hive "$1" || return 1
  default=$(values_in "$1" "$DEFAULT_LOADER" Element)
  ! starts_windows "$1" "$default" "$2" || return 1
  entries=$(printf '%s\n' 'cd \Objects' ls | hivexsh "$1" 2>/dev/null | while read -r object; do
    ! starts_windows "$1" "$object" "$2" || echo "$object"
  done)
  # Replaced in place, so both are identifiers of 38 characters.
  [ "${#default}/${#entries}" = 38/38 ] && at=$(data_in "$1" "$DEFAULT_LOADER" Element) || return 1
  old=$(printf %s "$default" | utf16)
  [ "$(bytes_in "$1" "$at" 76)" != "$old" ] || printf '%s\n' "$at $old $(printf %s "$entries" | utf16)"
}

# mount_volume PARTITION FOLDER [-o ro]
mount_volume() {
  device=$1 folder=$2
  shift 2
  if [ "$(dd if="$device" bs=1 skip=3 count=4 2>/dev/null)" = NTFS ]; then
    ntfs-3g.probe --readwrite "$device" 2>/dev/null && ntfs-3g "$@" "$device" "$folder" 2>/dev/null
  else mount -t vfat "$@" "$device" "$folder"; fi
}

# write_changes PARTITION PATH CHANGES COLUMN: writes the old (2) or new (3) bytes and reads them back from the disk.
write_changes() {
  mount_volume "$1" /run/c || return 1
  while read -r at old new; do
    [ "$4" = 3 ] || new=$old
    # shellcheck disable=SC2059 # escapes
    printf "$new" | dd of="/run/c/$2" bs=4 seek=$((at / 4)) conv=notrunc,fsync 2>/dev/null
  done <"$3"
  umount /run/c && forget_cache && mount_volume "$1" /run/c -o ro || return 1
  same=0
  while read -r at old new; do
    [ "$4" = 3 ] || new=$old
    [ "$(bytes_in "/run/c/$2" "$at" $((${#new} / 4)))" = "$new" ] || same=1
  done <"$3"
  umount /run/c
  return "$same"
}

# change PARTITION PATH CHANGES: leaves the old bytes if the disk does not keep the new ones.
change() {
  [ -s "$3" ] || return 0
  write_changes "$1" "$2" "$3" 3 && return 0
  umount /run/c 2>/dev/null
  write_changes "$1" "$2" "$3" 2
  return 1
}

# Prints the partition with the boot store.
boot_partition() {
  if [ "$FIRMWARE" = uefi ]; then number=$(efi_partition); else number=$(value_in_block windows | tr -dc 0-9); fi
  [ -n "$number" ] && partition_of "$disk" "$number"
}

# find_changes PARTITION BOOT_PARTITION: writes the changes of both volumes, read-only, to /run/driver and /run/entry.
# Sets fixes (separated by commas), hive and store (paths on the volumes).
find_changes() {
  fixes='' hive='' store=''
  mount_volume "$1" /run/c -o ro || return 1
  driver=$(disk_service "$(bus_of "$disk")")
  driver_changes /run/c "$driver" >/run/driver
  [ ! -s /run/driver ] || fixes=$driver
  hive=$(place /run/c "$SYSTEM_HIVE")
  root=/run/c
  [ "$1" = "$2" ] || { root=/run/esp && mount_volume "$2" "$root" -o ro; }
  store=$(place "$root" "$([ "$FIRMWARE" != uefi ] || echo EFI/Microsoft/)Boot/BCD" 2>/dev/null)
  entry_changes "$store" /run/c >/run/entry
  [ ! -s /run/entry ] || fixes=${fixes:+$fixes,}boot_entry
  umount /run/esp 2>/dev/null
  umount /run/c
  hive=${hive#/run/c/} store=${store#"$root"/}
  [ -n "$fixes" ]
}

# Succeeds once. Not decide(), which each order to install starts anew.
claim() { (set -C && : >/run/claimed) 2>/dev/null; }

# Returns if there is nothing to fix, for the report. Neither a Windows that has written anything nor one that worked is
# changed. The block gets a mark before the first change, so that a crash does not lead to a second one.
second_chance() {
  if [ -n "$(value_in_block second_chance)" ]; then
    seal=$(value_in_block seal)
    SEAL=${seal:-${SEAL:-}}
    return 0
  fi
  is_exhausted && [ -n "${SEAL:-}" ] || return 0
  mkdir -p /run/c /run/esp
  windows=$(partition_of "$disk" "$WINDOWS_PARTITION") boot=$(boot_partition)
  # A volume with BitLocker has no fingerprint.
  [ "$(fingerprint "$windows")" = "$SEAL" ] && find_changes "$windows" "$boot" || return 0
  # Not while the service may already order something else.
  claim && set_in_block second_chance=tried || return 0
  change "$windows" "$hive" /run/driver && change "$boot" "$store" /run/entry || return 0
  # The changes are not those of Windows.
  set_in_block starts= "second_chance=$fixes" "seal=$(fingerprint "$windows")" || return 0
  tell "Repaired: $fixes. Starting Windows again."
  restart_now
}
