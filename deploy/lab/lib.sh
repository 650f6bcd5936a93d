# shellcheck shell=bash
# Sourced by the lab's scripts: where its files are, and how it speaks.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${DATA_DIR:-.data}
mkdir -p "$data/lab"
lab=$(cd "$data/lab" && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this
toolkit=$lab/../toolkit

# shellcheck disable=SC2034
efi_partition_type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B

say() { echo "lab: $*" >&2; }
fail() { say "$*" && exit 1; }
entries() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"; }

# hash_of PATH...: one hash over files and folders, by name and content.
hash_of() {
  (cd "$here" && find "$@" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
}

# root_tar_of vps|vps-full: what the package archive gave for it.
root_tar_of() { echo "$lab/root${1#vps}-$(hash_of "$1-packages.txt").tar"; }

# noise SEED MIB: the same bytes each time, that no compressor can shrink.
noise() {
  head -c "$2M" /dev/zero |
    openssl enc -aes-128-ctr -nosalt -K "$(printf '%032x' "$1")" -iv "$(printf '%032x' 0)"
}

# tsc_khz: what an emulated machine is told of its clock, see tsc-khz.c.
tsc_khz() {
  if [ ! -x "$lab/tsc-khz" ]; then
    need_programs gcc
    gcc -O1 -o "$lab/tsc-khz" "$here/tsc-khz.c"
  fi
  "$lab/tsc-khz"
}

# is_built NAME KEY KHZ: NAME.raw was built from the same, for a machine whose clock is as fast (within 1 %).
is_built() {
  local key khz
  [ -s "$lab/$1.raw" ] && read -r key khz 2>/dev/null <"$lab/$1.key" && [ "$key" = "$2" ] &&
    [ "$((khz * 99))" -le "$(($3 * 100))" ] && [ "$(($3 * 99))" -le "$((khz * 100))" ]
}

need_root() {
  [ "$(id -u)" = 0 ] || fail "$1 needs root; run it once as root, the rest works without."
}

need_programs() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null ||
      fail "needs $program: run deploy/lab/lab.sh install-packages as root."
  done
}

# The machine itself, without disks and network. LAB_ACCEL=kvm is much faster where /dev/kvm works;
# emulation works everywhere.
machine() {
  # shellcheck disable=SC2034
  qemu=(qemu-system-x86_64 -accel "${LAB_ACCEL:-tcg,thread=multi}" -cpu max -smp 2
    -m "${memory:-1024}" -nodefaults -display none -rtc base=utc)
}
