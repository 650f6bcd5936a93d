#!/usr/bin/env bash
# check-batch.sh: windows/setup.cmd, as windowsFiles() makes it, run by Wine's cmd with hostile passwords. The registry
# lines are carried out by Wine's own reg.exe; net, netsh, sc, ping and powershell are stand-ins that record what they
# were called with (recorder.c). Wine's cmd is not Windows': this finds slips of flow and quoting, and proves no more.
# Installs Wine and a compiler for Windows from Debian's packages where it may (root).
set -euo pipefail
cd "$(dirname "$0")/../../../.."
missing=''
for pair in wine:wine wine:wine64 x86_64-w64-mingw32-gcc:gcc-mingw-w64-x86-64-win32; do
  command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair##*:}"
done
if [ -n "$missing" ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "missing: Debian packages$missing" >&2
    exit 1
  fi
  apt-get -qq update
  # shellcheck disable=SC2086 # words
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $missing >/dev/null
fi
work=$(mktemp -d)
trap 'WINEPREFIX=$work/wine wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
x86_64-w64-mingw32-gcc -municode -O1 -o "$work/recorder.exe" services/install/test/batch/recorder.c
node services/install/test/batch/check-batch.mjs "$work"
