#!/bin/sh
# Builds third-party remote desktop servers for `make judges` (root, cargo 1.89 or newer, mmdebstrap): FreeRDP 3 in a
# Debian trixie root folder, and the Rust program in ironrdp/. Prints the variables that name them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

command -v cargo >/dev/null || { echo 'cargo is missing: install Rust 1.89 or newer.' >&2; exit 1; }
command -v mmdebstrap >/dev/null || { echo 'mmdebstrap is missing: apt-get install mmdebstrap.' >&2; exit 1; }

mkdir -p "$folder"
if [ ! -e "$folder/trixie/usr/bin/freerdp-shadow-cli3" ]; then
  rm -rf "$folder/trixie"
  mmdebstrap --quiet --variant=minbase --include=freerdp3-shadow-x11,xvfb trixie "$folder/trixie.new" "$mirror" >&2
  mv "$folder/trixie.new" "$folder/trixie"
fi
CARGO_TARGET_DIR=$folder/ironrdp cargo build --quiet --locked --manifest-path "$here/ironrdp/Cargo.toml" >&2

echo "JUDGE_FREERDP3=$folder/trixie"
echo "JUDGE_IRONRDP=$folder/ironrdp/debug/ironrdp-test-server"
