# shellcheck shell=bash
# Sourced by the lab's scripts: paths and logging.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${DATA_DIR:-.data}
mkdir -p "$data/lab"
lab=$(cd "$data/lab" && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this
toolkit=$lab/../toolkit

# Cache of builds by hash of their inputs, shared by every clone of this user. LAB_CACHE_MIB limits it.
cache=${CASEMENT_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/casement}/lab

# shellcheck disable=SC2034
efi_partition_type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B

say() { echo "lab: $*" >&2; }
fail() { say "$*" && exit 1; }
entries() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"; }

# hash_of PATH...: prints one hash of files and folders, by name and content.
hash_of() {
  (cd "$here" && find "$@" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
}

# packages_of_vps NAME: prints the package list of a VPS. Debian 11 and the disk without a partition table use the
# list of the small VPS.
packages_of_vps() { case $1 in vps-debian-11 | vps-whole-disk) echo vps-packages.txt ;; *) echo "$1-packages.txt" ;; esac }

# root_tar_of NAME: prints the path of the tar file with the unpacked packages of that VPS.
root_tar_of() {
  [ "$1" != vps-whole-disk ] || set -- vps
  echo "$lab/root${1#vps}-$(hash_of "$(packages_of_vps "$1")").tar"
}

remote_desktop_tar() { echo "$lab/remote-desktop-$(hash_of build-remote-desktop.sh standin-packages.txt).tar"; }

# Release for everything except VPSs of another release.
release=bookworm

# debian LIST TARGET MMDEBSTRAP_OPTION...: installs the packages of a list into a tar file or a folder.
debian() {
  local mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian} include sources
  local security=${DEBIAN_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
  include=$(entries "$here/$1" | paste -sd,)
  sources=("deb $mirror $release main")
  # Support for bullseye has ended, and its security archive lists packages that no longer exist.
  [ "$release" = bullseye ] || sources+=("deb $mirror $release-updates main" "deb $security $release-security main")
  mmdebstrap --quiet --mode=root --include="$include" \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg "${@:3}" "$release" "$2" "${sources[@]}" ||
    fail "mmdebstrap failed; is $mirror reachable? (DEBIAN_MIRROR chooses another)"
}

# noise SEED MIB: prints reproducible, incompressible bytes.
noise() {
  head -c "$2M" /dev/zero |
    openssl enc -aes-128-ctr -nosalt -K "$(printf '%032x' "$1")" -iv "$(printf '%032x' 0)"
}

# tsc_khz: prints the clock frequency given to an emulated machine, see tsc-khz.c.
tsc_khz() {
  if [ ! -x "$lab/tsc-khz" ]; then
    need_programs gcc
    gcc -O1 -o "$lab/tsc-khz" "$here/tsc-khz.c"
  fi
  "$lab/tsc-khz"
}

# same_clock KHZ KHZ: true if the frequencies differ by at most 1 %.
same_clock() { [ "$(($1 * 99))" -le "$(($2 * 100))" ] && [ "$(($2 * 99))" -le "$(($1 * 100))" ]; }

# is_built NAME KEY KHZ: true if NAME.raw was built from the same inputs for a machine with the same clock. Checks the
# data folder and the cache.
is_built() {
  local key khz
  if [ -s "$lab/$1.raw" ] && read -r key khz 2>/dev/null <"$lab/$1.key" && [ "$key" = "$2" ] &&
    same_clock "$khz" "$3"; then
    return 0
  fi
  for khz in "$cache/$1-$2"-*.raw; do
    khz=${khz##*-} khz=${khz%.raw}
    [[ $khz =~ ^[0-9]+$ ]] || continue
    same_clock "$khz" "$3" || continue
    rm -f "$lab/$1.key"
    from_cache "$1-$2-$khz.raw" "$lab/$1.raw" || continue
    echo "$2 $khz" >"$lab/$1.key"
    return 0
  done
  return 1
}

# same_file FROM TO: makes TO a hard link to FROM, or copies it to another file system. Both are immutable because a
# VPS boots from a copy-on-write disk.
same_file() {
  rm -f "$2.new"
  { ln "$1" "$2.new" 2>/dev/null || cp --sparse=always "$1" "$2.new"; } && mv -f "$2.new" "$2"
}

# from_cache NAME FILE: links or copies a cached file; fails if that is not possible.
# to_cache FILE NAME: adds a file to the cache; does nothing, successfully, if the cache is not writable.
from_cache() {
  [ -s "$cache/$1" ] || return 1
  same_file "$cache/$1" "$2" && touch -c "$cache/$1"
}
to_cache() {
  mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || return 0
  same_file "$1" "$cache/$2" || return 0
  trim_cache
}

# Removes the least recently used files first.
trim_cache() {
  local file
  while [ "$(du -sm "$cache" | cut -f1)" -gt "${LAB_CACHE_MIB:-10240}" ]; do
    # Reads all input, because the build fails if `head` closes a pipe that is still being written.
    file=$(find "$cache" -type f -printf '%T@ %p\n' | sort -n | sed -n '1s/^[^ ]* //p')
    [ -n "$file" ] && rm -f "$file" || return 0
  done
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

# QEMU options of the machine without disks and network. LAB_ACCEL=kvm is much faster if /dev/kvm works. Emulation
# works everywhere.
machine() {
  # shellcheck disable=SC2034
  qemu=(qemu-system-x86_64 -accel "${LAB_ACCEL:-tcg,thread=multi}" -cpu "${cpu:-max}" -smp 2
    -m "${memory:-1024}" -nodefaults -display none -rtc "base=${clock:-utc}")
}

# x224 ADDRESS PORT: prints the response to an X.224 connection request with NLA in hex, or nothing if no server
# listens.
x224() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 20 bash -c 'exec 3<>"/dev/tcp/$0/$1" &&
    printf "\x03\x00\x00\x13\x0e\xe0\x00\x00\x00\x00\x00\x01\x00\x08\x00\x03\x00\x00\x00" >&3 &&
    head -c 19 <&3' "$1" "$2" 2>/dev/null | od -An -v -tx1 | tr -d ' \n' || true
}
