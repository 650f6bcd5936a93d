#!/usr/bin/env bash
# packages.sh: installs the Debian packages for make images-check: buildah, bubblewrap, mmdebstrap.
set -euo pipefail
missing=()
for tool in buildah bwrap mmdebstrap; do command -v "$tool" >/dev/null || missing+=("${tool/bwrap/bubblewrap}"); done
[ "${#missing[@]}" -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "These are missing: ${missing[*]}. On Debian, as root, they are installed by this command." >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
