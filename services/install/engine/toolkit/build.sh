#!/usr/bin/env bash
# build.sh [--force] [OUT_DIR]: builds the RAM stage's userland from Debian packages. Needs apt-get, dpkg-deb, gzip
# and the Debian archive's key. Needs no root and installs no packages. Writes busybox, toolkit.cpio.gz and
# manifest.json. Skips the build while its inputs are unchanged.
set -euo pipefail
export LC_ALL=C
umask 022

here=$(cd "$(dirname "$0")" && pwd)
force=
if [ "${1:-}" = --force ]; then force=1 && shift; fi
out=${1:-${DATA_DIR:-.data}/toolkit}

release=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
security_mirror=${DEBIAN_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
keyring=${DEBIAN_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
epoch=1700000000 # every file's time, so that equal inputs give equal bytes
lib=usr/lib/x86_64-linux-gnu

say() { echo "toolkit: $*" >&2; }
fail() { say "$*" && exit 1; }
entries() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"; }

# Prints a hash of the build's inputs: only these files, independent of the machine.
inputs_key() {
  (cd "$here" && find build.sh packages.txt tools.txt guard root -type f -print0 | sort -z |
    xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
}

# Succeeds if OUT_DIR contains the complete result for these inputs.
up_to_date() {
  [ -s "$out/manifest.json" ] && grep -q "\"inputs\": \"$key\"" "$out/manifest.json" || return 1
  local name
  for name in busybox toolkit.cpio.gz; do
    [ -s "$out/$name" ] || return 1
    grep -q "\"sha256\": \"$(sha256sum <"$out/$name" | cut -d' ' -f1)\"" "$out/manifest.json" ||
      return 1
  done
}

need() {
  [ "$(uname -sm)" = 'Linux x86_64' ] ||
    fail 'can only be built on Linux x86_64; use the container build elsewhere.'
  local tool
  for tool in apt-get dpkg-deb gzip; do
    command -v "$tool" >/dev/null ||
      fail "needs $tool: build it on Debian or Ubuntu, or by the container build."
  done
  [ -s "$keyring" ] || fail "needs $keyring (package debian-archive-keyring)."
}

# apt with separate lists, cache and an empty package database, so that it ignores the host system.
apt() {
  apt-get -q -o Dir::State="$work/state" -o Dir::State::status="$work/status" \
    -o Dir::Cache="$cache" -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::Etc::Preferences=- -o Dir::Etc::PreferencesParts=- \
    -o APT::Architecture=amd64 -o APT::Architectures=amd64 -o APT::Sandbox::User= \
    -o Acquire::Languages=none -o Debug::NoLocking=1 "$@" >"$work/apt.log" 2>&1 ||
    fail "apt-get failed: $(tail -n 3 "$work/apt.log")"
}

download() {
  mkdir -p "$work/state/lists/partial" "$cache/archives/partial"
  : >"$work/status"
  local signed="[signed-by=$keyring]"
  printf 'deb %s %s %s main\n' "$signed" "$mirror" "$release" \
    "$signed" "$mirror" "$release-updates" \
    "$signed" "$security_mirror" "$release-security" >"$work/sources.list"
  say "reading the package lists of $mirror"
  apt update
  mapfile -t packages < <(entries "$here/packages.txt")
  # The cache is empty because apt omits packages that it already holds. Lines like:
  # 'http://.../curl_7.88.1-10_amd64.deb' curl_7.88.1-10_amd64.deb 123 SHA256:...
  mkdir -p "$work/none/partial"
  apt -y --no-install-recommends -o Dir::Cache::Archives="$work/none" --print-uris \
    install "${packages[@]}"
  awk '/^\x27/ { print $2 }' "$work/apt.log" | sort >"$work/debs"
  apt -y --no-install-recommends --download-only install "${packages[@]}"
  # Downloaded separately because the two busybox packages conflict.
  (cd "$work/none" && apt download busybox-static)
}

unpack() {
  dpkg-deb -x "$work"/none/busybox-static_*.deb "$work/static"
  cp "$work"/static/*bin/busybox "$work/busybox" 2>/dev/null ||
    cp "$work/static/usr/bin/busybox" "$work/busybox"
  mkdir -p "$work/all"
  local deb
  while read -r deb; do
    # Unpacked only once; tar prints the paths it extracts.
    dpkg-deb --fsys-tarfile "$cache/archives/$deb" | tar -C "$work/all" -xpvf - |
      awk -v deb="$deb" '{ sub(/^\./, ""); print $0, deb }'
  done <"$work/debs" >"$work/owners"
  # Bookworm's packages still use both /bin and /usr/bin, so merge them like an installed system.
  local dir
  for dir in bin sbin lib lib64; do
    [ -L "$work/all/$dir" ] || [ ! -d "$work/all/$dir" ] || {
      mkdir -p "$work/all/usr/$dir"
      cp -a "$work/all/$dir/." "$work/all/usr/$dir/"
      rm -rf "${work:?}/all/$dir"
    }
    ln -sfn "usr/$dir" "$work/all/$dir"
  done
}

# Copies one file to the same path in the new root and records it for the list of packages.
take() {
  install -D -m "$2" "$work/all$1" "$root$1"
  echo "$1" >>"$work/taken"
}

loader() { "$work/all/usr/lib64/ld-linux-x86-64.so.2" --library-path "$work/all/$lib" "$@"; }

assemble() {
  local dir tool path
  mkdir -p "$root"/{usr/{bin,sbin,lib,lib64},etc/ssl/certs,dev,proc,sys,run,tmp,mnt,root}
  chmod 1777 "$root/tmp"
  for dir in bin sbin lib lib64; do ln -s "usr/$dir" "$root/$dir"; done
  cp -R "$here/root/." "$root/"
  chmod 755 "$root/toolkit-run"
  take /usr/lib64/ld-linux-x86-64.so.2 755
  while read -r tool; do
    [ -f "$work/all$tool" ] || fail "the packages hold no $tool any more; correct tools.txt."
    take "$tool" 755
    # "name => /path (address)" lists every library, including indirect ones.
    loader --list "$work/all$tool" | awk '$2 == "=>" { print $3 }' >"$work/libs"
    ! grep -qx not "$work/libs" || fail "$tool lacks a library."
    while read -r path; do
      path=/$lib/$(basename "$path")
      [ -f "$root$path" ] || take "$path" 644
    done <"$work/libs"
  done < <(entries "$here/tools.txt")
  # hivexsh converts the names of a registry, in UTF-16 and Latin-1. The C library loads the conversions by name.
  for path in gconv-modules UTF-16.so ISO8859-1.so; do take "/$lib/gconv/$path" 644; done
  # The C library loads this library by itself when a thread ends early.
  [ -f "$root/$lib/libgcc_s.so.1" ] || take "/$lib/libgcc_s.so.1" 644
  for tool in modprobe insmod rmmod lsmod depmod modinfo; do
    ln -sf ../bin/kmod "$root/usr/sbin/$tool"
  done
  (cd "$work/all/usr/share/ca-certificates/mozilla" && find . -name '*.crt' | sort |
    xargs awk 1) >"$root/etc/ssl/certs/ca-certificates.crt"
  echo /usr/share/ca-certificates/mozilla/ >>"$work/taken"
  link_applets
  make_grub
}

# Builds GRUB for the boot guard (docs/engine.md) with the modules that it needs and guard/grub.cfg, so that it reads
# no module or configuration from the disk.
make_grub() {
  local grub=$root/usr/lib/casement/grub format code=/usr/lib/grub/i386-pc/boot.img
  local modules='memdisk tar normal test regexp loadenv fat linux part_msdos part_gpt serial terminal boot'
  mkdir -p "$grub" "$work/memdisk/boot/grub"
  cp "$here/guard/grub.cfg" "$work/memdisk/boot/grub/"
  find "$work/memdisk" -exec touch -d "@$epoch" {} +
  tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner -C "$work/memdisk" -cf "$work/memdisk.tar" boot
  for format in 'i386-pc core.img biosdisk ntfs ntldr' 'x86_64-efi core.efi chain'; do
    # shellcheck disable=SC2086 # words
    set -- $format $modules
    loader "$work/all/usr/bin/grub-mkimage" -d "$work/all/usr/lib/grub/$1" -O "$1" -m "$work/memdisk.tar" \
      -o "$grub/$2" "${@:3}"
    echo "/usr/lib/grub/$1/normal.mod" >>"$work/taken"
  done
  cp "$work/all$code" "$grub/"
  chmod 644 "$grub"/*
  echo "$code" >>"$work/taken"
}

link_applets() {
  local path dir name
  while read -r path; do
    name=${path##*/}
    case $path in *sbin/*) dir=usr/sbin ;; *) dir=usr/bin ;; esac
    [ -e "$root/usr/bin/$name" ] || [ -e "$root/usr/sbin/$name" ] || {
      # Relative links work in / and in any directory the archive is unpacked to.
      ln -s ../bin/busybox "$root/$dir/$name"
    }
  done < <(loader "$work/all/usr/bin/busybox" --list-full)
}

pack() {
  dpkg-deb -x "$work"/none/busybox-static_*.deb "$work/static"
  cp "$work"/static/*bin/busybox "$work/busybox" 2>/dev/null ||
    cp "$work/static/usr/bin/busybox" "$work/busybox"
  find "$root" -exec touch -h -d "@$epoch" {} +
  (cd "$root" && find . | sort | "$work/busybox" cpio -o -H newc -R 0:0 \
    --renumber-inodes --ignore-devno 2>/dev/null) | gzip -9n >"$work/toolkit.cpio.gz"
}

file_entry() {
  printf '    "%s": { "sha256": "%s", "size": %s }' "$1" \
    "$(sha256sum <"$work/$1" | cut -d' ' -f1)" "$(stat -c %s "$work/$1")"
}

manifest() {
  local deb source
  printf '{\n  "inputs": "%s",\n  "release": "%s",\n  "files": {\n' "$key" "$release"
  file_entry busybox && echo ','
  file_entry toolkit.cpio.gz && printf '\n  },\n  "packages": ['
  sort -u "$work/taken" | sed -E 's,^/usr/,/(usr/)?,; s/[.+]/\\&/g; s/^/^/; s/$/ /' >"$work/patterns"
  local name comma=
  while read -r deb; do
    name=$(dpkg-deb -f "$deb" Package) source=$(dpkg-deb -f "$deb" Source)
    printf '%s\n    { "name": "%s", "version": "%s", "source": "%s" }' "$comma" \
      "$name" "$(dpkg-deb -f "$deb" Version)" "${source:-$name}"
    comma=,
  done < <(
    ls "$work"/none/busybox-static_*.deb
    grep -Ef "$work/patterns" "$work/owners" | cut -d' ' -f2 | sort -u | sed "s,^,$cache/archives/,"
  )
  printf '\n  ]\n}\n'
}

key=$(inputs_key)
if [ -z "$force" ] && up_to_date; then
  say "up to date in $out" && exit 0
fi
need
mkdir -p "$out"
out=$(cd "$out" && pwd)
# Allows one build at a time and first removes leftovers of a killed build.
exec 9>"$out/.lock"
flock 9
rm -rf "$out"/.build.??????
work=$(mktemp -d "$out/.build.XXXXXX")
trap 'rm -rf "$work"' EXIT
cache=$out/.cache root=$work/root
download
say "unpacking $(wc -l <"$work/debs") packages"
unpack
assemble
pack
manifest >"$work/manifest.json"
# The manifest is written last; its presence means that the set is complete.
rm -f "$out/manifest.json"
mv "$work/busybox" "$work/toolkit.cpio.gz" "$out/"
mv "$work/manifest.json" "$out/"
say "built: $(($(stat -c %s "$out/toolkit.cpio.gz") / 1024)) KiB packed, $(du -sk "$root" | cut -f1) KiB unpacked, in $out"
