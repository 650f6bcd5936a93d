#!/usr/bin/env bash
# versitygw.sh: builds Versity's S3 gateway from its Go module into the cache, once (two minutes, 300 MB of modules).
set -euo pipefail
version=v1.8.0
bin=${CASEMENT_CACHE:-$HOME/.cache/casement}/bin

[ -x "$bin/versitygw-$version" ] && exit
if ! command -v go >/dev/null; then
  echo 'Go is missing: install it, or name a versitygw by VERSITYGW.' >&2
  exit 1
fi
mkdir -p "$bin"
new=$(mktemp -d "$bin/building.XXXXXX")
trap 'rm -rf "$new"' EXIT
echo "building versitygw $version" >&2
GOBIN=$new go install "github.com/versity/versitygw/cmd/versitygw@$version"
mv "$new/versitygw" "$bin/versitygw-$version"
