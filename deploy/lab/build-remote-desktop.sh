#!/usr/bin/env bash
# build-remote-desktop.sh: builds the stand-in's remote desktop server as remote-desktop-HASH.tar in the lab's data
# folder. Contains FreeRDP's server from Debian, the screen that it shows (Xvfb), a program that reads typed text
# (xev), and all their libraries.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

lib=usr/lib/x86_64-linux-gnu
programs='Xvfb freerdp-shadow-cli openssl winpr-hash xev xkbcomp'
# Files that the X server needs to compile its single keyboard map.
keyboard='rules/evdev keycodes/evdev keycodes/aliases types compat geometry/pc
  symbols/altwin symbols/inet symbols/keypad symbols/pc symbols/srvr_ctrl symbols/us'

tar=$(remote_desktop_tar)
if [ -s "$tar" ] || from_cache "$(basename "$tar")" "$tar"; then
  say "remote desktop: up to date ($tar)" && exit 0
fi
need_root 'building remote desktop'
need_programs gcc mmdebstrap objdump openssl tar
work=$(mktemp -d "$lab/.remote-desktop.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
all=$work/all root=$work/root stubs=$work/stubs

# stub NAME [VERSION]: builds a library of that name with the C functions and data on standard input.
stub() {
  local map=()
  [ $# -eq 1 ] || { echo "$2 { *; };" >"$work/stub.map" && map=("-Wl,--version-script=$work/stub.map"); }
  gcc -w -shared -nostdlib -fno-builtin -x c - -o "$stubs/$1" -Wl,-soname,"$1" "${map[@]}"
}

# The server links against video codecs that no session ever uses, and with them against 100 MiB of libraries that an
# emulated machine would have to load first. The stubs have the same functions and do nothing.
stub_codecs() {
  local version name
  objdump -T "$all/$lib/libfreerdp2.so.2" |
    sed -nE 's/.*\((LIB(AV|SW)[A-Z]+_[0-9]+)\) +(.*)/\1 \3/p' >"$work/symbols"
  [ -s "$work/symbols" ] || fail 'FreeRDP is linked against other codecs by now; correct stub_codecs.'
  cut -d' ' -f1 "$work/symbols" | sort -u | while read -r version; do
    name=${version,,} # LIBAVCODEC_59 is libavcodec.so.59
    sed -n "s/^$version \(.*\)/void *\1(void) { return 0; }/p" "$work/symbols" | stub "${name/_/.so.}" "$version"
  done
}

# Saves 30 MiB of language tables, which converting between UTF-8 and UTF-16 does not need.
stub_languages() {
  local version
  version=$(objdump -p "$all/$lib/libwinpr2.so.2" | sed -n 's/.*NEEDED *libicuuc\.so\.//p')
  echo "const int icudt${version}_dat[64];" | stub "libicudata.so.$version"
}

loader() { "$all/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$stubs:$all/$lib:$all/lib/x86_64-linux-gnu" "$@"; }

take_programs() {
  local program name path
  for program in $programs; do
    install -D -m 755 "$all/usr/bin/$program" "$root/usr/bin/$program"
    loader --list "$all/usr/bin/$program" >"$work/libraries"
    ! grep -q 'not found' "$work/libraries" || fail "$program lacks a library."
    # Lines of ldd that contain a path: name => /path (address)
    awk '$2 == "=>" && $1 !~ "^/" { print $1, $3 }' "$work/libraries" | while read -r name path; do
      install -D -m 644 "$path" "$root/$lib/$name"
    done
  done
  install -D -m 755 "$all/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" "$root/usr/lib64/ld-linux-x86-64.so.2"
  # Provides MD4 for the password hash of a Windows account.
  install -D -m 644 "$all/$lib/ossl-modules/legacy.so" "$root/$lib/ossl-modules/legacy.so"
}

take_keyboard() {
  mkdir -p "$root/usr/share/X11/xkb" "$root/var/lib/xkb"
  # shellcheck disable=SC2086 # a list
  (cd "$all/usr/share/X11/xkb" && cp -a --parents $keyboard "$root/usr/share/X11/xkb/")
}

# Created at build time because generating an RSA key is slow under emulation. The server reads both files from this
# location.
make_certificate() {
  local folder=$root/root/.config/freerdp/shadow
  mkdir -p "$folder"
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj '/CN=stand-in' \
    -keyout "$folder/shadow.key" -out "$folder/shadow.crt" 2>/dev/null
}

say 'building remote desktop of the stand-in'
mkdir "$stubs" "$all"
debian standin-packages.txt "$all" --variant=extract
stub_codecs
stub_languages
take_programs
take_keyboard
make_certificate
tar -C "$root" --owner=0 --group=0 -cf "$work/root.tar" .
rm -f "$lab"/remote-desktop-*.tar
mv "$work/root.tar" "$tar"
to_cache "$tar" "$(basename "$tar")"
say "remote desktop: built $tar ($(du -m "$tar" | cut -f1) MiB)"
