# shellcheck shell=sh disable=SC2154
# Reads evidence from C:, read-only, and operates GRUB's environment block. Sourced by guard.sh and recovery.sh.

# fingerprint DEVICE: prints a hash that changes as soon as Windows mounts C: for writing, which updates $LogFile and
# the record of the volume in $MFT.
fingerprint() {
  mkdir -p /run/fingerprint
  ntfs-3g -o ro,show_sys_files "$1" /run/fingerprint 2>/dev/null || return 1
  # shellcheck disable=SC2016 # names of NTFS
  { head -c 65536 '/run/fingerprint/$MFT' && head -c 65536 '/run/fingerprint/$LogFile'; } | hash_of
  umount /run/fingerprint
}

# Bounds in bytes; the service bounds again.
SETUP_LOG_BYTES=16384
BOOT_LOG_BYTES=8192
BCD_BYTES=6144

bus_of() {
  case $(readlink -f "/sys/block/${1##*/}/device") in
    */virtio*/host*) echo virtio-scsi ;;
    */virtio*) echo virtio-blk ;;
    */nvme*) echo nvme ;;
    */ata*) echo sata ;;
  esac
}

# Flags that current versions of Windows need and this processor lacks, as in /proc/cpuinfo.
missing_flags() {
  flags=" $(sed -n 's/^flags[^:]*: //p;T;q' /proc/cpuinfo) "
  for flag in nx cx16 lahf_lm ssse3 sse4_2 popcnt; do
    case $flags in *" $flag "*) ;; *) echo "$flag" ;; esac
  done
}

# Prints text without NULs (UTF-16), control characters and the values of secrets.
clean() {
  tr -d '\000\r' | tr -c '\n\t -~' '?' |
    sed -E 's/((password|passwd|token|secret|productkey)[a-z]*["'\'']?[ =:>]+)[^ <"]+/\1***/gI' | cut -c1-300
}

# json_text: prints its input as a JSON string.
json_text() {
  tr '\t' ' ' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' |
    awk 'BEGIN { printf "\"" } { printf "%s%s", n++ ? "\\n" : "", $0 } END { printf "\"" }'
}
# json_list: prints its lines as a JSON list of strings.
json_list() {
  printf '['
  first=''
  while read -r line; do
    printf '%s' "$first"
    printf '%s\n' "$line" | json_text
    first=,
  done
  printf ']'
}
json_or_null() { if [ -n "$1" ]; then printf '%s' "$1" | json_text; else printf null; fi; }

# stop_code ROOT: prints the code of the last blue screen from a dump, which Windows keeps in its page file until the
# next start that succeeds. 64-bit dumps have it at offset 56.
stop_code() {
  for dump in "$1/Windows/MEMORY.DMP" "$1"/Windows/Minidump/*.dmp "$1/pagefile.sys"; do
    [ "$(head -c 8 "$dump" 2>/dev/null)" = PAGEDU64 ] || continue
    printf '0x%08x' "$(dd if="$dump" bs=4 skip=14 count=1 2>/dev/null | od -An -tu4 | tr -d ' ')"
    return 0
  done
}

value_in_block() { sed -n "s/^$1=//p" /run/guard/casement/guard.env 2>/dev/null; }

# set_in_block NAME=VALUE...: writes GRUB's environment block in place, because Windows knows it by its offset.
set_in_block() {
  block=/run/guard/casement/guard.env
  # The last line is the padding.
  sed '/^#*$/d' "$block" >/run/block
  for pair; do
    if grep -q "^${pair%%=*}=" /run/block; then sed -i "s/^${pair%%=*}=.*/$pair/" /run/block; else echo "$pair" >>/run/block; fi
  done
  room=$((1024 - $(wc -c </run/block)))
  [ "$room" -ge 0 ] || return 1
  head -c "$room" /dev/zero | tr '\0' '#' >>/run/block
  mount -o remount,rw /run/guard || return 1
  dd if=/run/block of="$block" conv=notrunc,fsync 2>/dev/null
  written=$?
  mount -o remount,ro /run/guard
  return "$written"
}

# Lets Windows start `limit` times again.
reset_count() { set_in_block starts=; }

state_of_block() {
  case $(value_in_block guard) in counting | passed | kept) value_in_block guard ;; *) echo unknown ;; esac
}

# Succeeds if a Windows that never worked used up its starts.
is_exhausted() { [ "$(state_of_block)" = counting ] && [ "$(value_in_block starts)" = "$(value_in_block limit)" ]; }

# Prints why this system runs.
reason_of_start() {
  if is_exhausted; then echo 'Windows did not start.'; else echo 'This system was started on request.'; fi
}

# Prints what second-chance.sh repaired before the last starts of Windows, one per line.
second_chances() { value_in_block second_chance | grep -vx tried | tr , '\n'; }

# Texts of the boot store, without its structure: entry names, devices and paths.
boot_store() {
  for store in "$1/Boot/BCD" /run/esp/EFI/Microsoft/Boot/BCD /run/esp/Boot/BCD; do
    [ ! -s "$store" ] || tr -d '\000' <"$store" | strings -n 6 | head -c "$BCD_BYTES" | clean
  done
}

# gather: writes the report, the body of POST recovery/report. `disk` and the settings of the recovery partition are
# set.
gather() {
  windows=$(partition_of "$disk" "$WINDOWS_PARTITION") c=/run/c written=null bitlocker=false
  mkdir -p "$c" /run/esp
  starts=$(value_in_block starts)
  : >/run/setup.log
  : >/run/boot.log
  : >/run/bcd.txt
  state='' stop=''
  # The Windows of a completed install belongs to the customer alone, so nothing of a kept C: is read.
  if [ "$(state_of_block)" = kept ]; then
    :
  elif [ "$(dd if="$windows" bs=1 skip=3 count=8 2>/dev/null)" = '-FVE-FS-' ]; then
    bitlocker=true
  else
    # Without a fingerprint C: is destroyed, because it had one when it was sealed.
    [ -z "${SEAL:-}" ] || if [ "$(fingerprint "$windows")" = "$SEAL" ]; then written=false; else written=true; fi
    if ! ntfs-3g -o ro "$windows" "$c" 2>/run/ntfs-3g.log; then
      { echo "C: can't be mounted" && clean </run/ntfs-3g.log; } | head -c "$SETUP_LOG_BYTES" >/run/setup.log
    else
      for file in "$c/Windows/Panther/setuperr.log" "$c/Windows/Panther/setupact.log" \
        "$c/Windows/Panther/UnattendGC/setupact.log"; do
        [ ! -s "$file" ] || { echo "== ${file##*/}" && tail -c $((SETUP_LOG_BYTES / 3)) "$file" | clean; }
      done >/run/setup.log
      [ ! -s "$c/Windows/ntbtlog.txt" ] || tail -c $((BOOT_LOG_BYTES * 2)) "$c/Windows/ntbtlog.txt" | clean | tail -c "$BOOT_LOG_BYTES" >/run/boot.log
      state=$(tr -d '\000\r' <"$c/Windows/Setup/State/State.ini" 2>/dev/null | sed -n 's/^ImageState=//p' | head -c 100 | clean)
      stop=$(stop_code "$c")
      other=$(partition_of "$disk" 1)
      [ "$other" = "$windows" ] || mount -t vfat -o ro "$other" /run/esp 2>/dev/null || ntfs-3g -o ro "$other" /run/esp 2>/dev/null
      boot_store "$c" >/run/bcd.txt
      umount /run/esp "$c" 2>/dev/null
    fi
  fi
  {
    printf '{"boot_id":"%s","starts":%s,"guard":"%s","written_since":%s,"bitlocker":%s' "$(cat /run/nonce)" "${#starts}" \
      "$(state_of_block)" "$written" "$bitlocker"
    printf ',"disk_size":%s,"disk_serial":%s' "$(($(cat "/sys/block/${disk##*/}/size") * 512))" \
      "$(json_or_null "$(serial_of "/sys/block/${disk##*/}")")"
    printf ',"disk_bus":%s,"stop_code":%s,"setup_state":%s' "$(json_or_null "$(bus_of "$disk")")" \
      "$(json_or_null "$stop")" "$(json_or_null "$state")"
    printf ',"cpu_missing":%s,"abilities":%s' "$(missing_flags | json_list)" "$(abilities | json_list)"
    printf ',"second_chance":%s' "$(second_chances | json_list)"
    printf ',"io_errors":%s' "$(dmesg | grep -iE 'i/o error|medium error' | tail -n 20 | clean | json_list)"
    printf ',"setup_log":%s,"boot_log":%s,"bcd":%s}' "$(json_text </run/setup.log)" "$(json_text </run/boot.log)" \
      "$(json_text </run/bcd.txt)"
  } >/run/report.new
  mv /run/report.new /run/report.json
}
