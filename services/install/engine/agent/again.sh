# shellcheck shell=sh disable=SC2154,SC3040 # set by recovery.sh and casement.conf; busybox has pipefail
# Sourced by recovery.sh: installs Windows again, or Linux, on the service's order (docs/engine.md). `disk` and `part`
# are the disk and the partition of the recovery system.

# Memory in KiB for the kernel and one worker of write.sh.
AGAIN_MEMORY=262144
JOB_FILES='job.env chunks last-chunks zeros'

# code_of BOOT_ID: prints the first 40 bits of its hash in Crockford's base32, as XXXX-XXXX. The customer enters it to
# give an order to this machine and no other.
code_of() {
  bits=$((0x$(printf %s "$1" | sha256sum | cut -c1-10))) code=''
  for shift in 35 30 25 20 15 10 5 0; do
    code=$code$(echo 0123456789ABCDEFGHJKMNPQRSTVWXYZ | cut -c$(((bits >> shift & 31) + 1)))
    [ "$shift" != 20 ] || code=$code-
  done
  echo "$code"
}

# Prints the orders beyond those of the first version. Scripts and tools are in memory; the kernel is on the disk.
abilities() {
  cat /run/guard/casement/vmlinuz >/dev/null || return 0
  memory=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
  [ "$memory" -lt "$AGAIN_MEMORY" ] || printf 'install_again\nreturn_to_linux\nreset_password\n'
}

# value_of NAME: prints a string or number of the order, which is JSON without escapes. A pattern for the job, which is
# long, would take much memory.
value_of() {
  tr '"' '\n' </run/order | awk -v name="$1" '
    $0 == name { getline; gsub(/[^0-9]/, ""); if ($0 == "") getline; print; exit }'
}

take_job() (
  set -o pipefail
  cd / || exit 1
  rm -rf /etc/casement
  # shellcheck disable=SC2046,SC2086 # words; no other file of the archive is unpacked
  value_of job | base64 -d | gzip -dc | cpio -id $(printf 'etc/casement/%s ' $JOB_FILES) 2>/dev/null || exit 1
  for file in $JOB_FILES; do [ -e "/etc/casement/$file" ] || exit 1; done
  {
    echo BOOT_WAY=recovery
    # The disk that this system was started from, whose content the service does not know.
    echo "DISK_HEAD=$(head -c 17408 "$disk" | hash_of)"
  } >>/etc/casement/job.env
)

stop_preparing() { kill -9 "-$(cat /run/preparing)"; }

# Returns only without a commit, for the next report. Nothing has been written then.
install_again() {
  rm -f /run/decided
  if ! take_job; then
    tell 'the job of the order is damaged'
    rm -rf /etc/casement
    return
  fi
  # shellcheck source=/dev/null
  . /etc/casement/job.env
  system=Windows
  [ "${KIND:-}" != linux ] || system=Linux
  tell "Installing $system."
  # Windows gets the addresses that work here, and the stage tries no others.
  if [ -e /run/other-address ] || [ "$NET_MODE" = static ]; then : >/run/other-address; fi
  # Saves the kernel for the next boot guard, because its partition is unmounted next.
  [ -s "$KERNEL" ] || cp /run/guard/casement/vmlinuz "$KERNEL" || rm -f "$KERNEL"
  umount /run/guard
  run_stage stop_preparing
  rm -rf /etc/casement
  mount -t vfat -o ro "$part" /run/guard
  # shellcheck source=/dev/null
  . /run/casement.conf
  use_token "$GUARD_TOKEN"
  tell "$system was not installed. Nothing was written."
}
