#!/usr/bin/env bash
# backup.sh compose|kubernetes FOLDER: backs up the five databases and the image store of a running installation into
# FOLDER/TIME and FOLDER/images, which all backups share. Checks what it has written. See docs/backup.md.
set -euo pipefail
# shellcheck source=deploy/operate/platform.sh
. "$(dirname "$0")/platform.sh"
[ -n "${2:-}" ] || fail "usage: $0 compose|kubernetes FOLDER"
umask 077
mkdir -p "$2/images/chunks" "$2/images/manifests"
images=$(cd "$2/images" && pwd)
time=$(date -u +%Y-%m-%dT%H-%M-%SZ)
draft=$(cd "$2" && pwd)/.unfinished
rm -rf "$draft" && mkdir "$draft"

open_databases
# pg_dump takes its snapshot when it starts. All start together, so the snapshots are about a second apart.
say 'dumping the databases'
date -u +%Y-%m-%dT%H:%M:%SZ >"$draft/started"
dumps=()
for service in "${services[@]}"; do
  pg "$service" pg_dump -Fc --no-owner --no-privileges </dev/null >"$draft/$service.dump" &
  dumps+=($!)
done
for dump in "${dumps[@]}"; do wait "$dump" || fail 'A database could not be dumped.'; done
for service in "${services[@]}"; do
  # Reads the whole dump, because a broken connection may have cut it off.
  pg "$service" pg_restore -f /dev/null <"$draft/$service.dump"
  migrations_of "$service" >"$draft/$service.migrations"
done
(cd "$draft" && sha256sum -- * >SHA256SUMS)

# Runs after the dumps, so that every image that they name is copied. Chunks are named by their hash.
say 'copying new images'
mkdir "$draft/images"
{ (cd "$images" && find chunks manifests -type f) | node_in install dist/cli/export-images.js || touch "$draft/incomplete"; } |
  tar -x -C "$draft/images"
# Links complete files only. The next backup would skip a chunk that an interrupted copy left incomplete.
cp -rl "$draft/images/." "$images"
rm -r "$draft/images"
mv "$draft" "$(dirname "$draft")/$time"
[ ! -e "$2/$time/incomplete" ] || fail "The databases are in $2/$time, but an image of the store is missing or damaged."
for service in "${services[@]}"; do # read by doctor.js
  query "$service" "DO \$\$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), 'casement backup $(cat "$2/$time/started")'); END \$\$"
done
say "done: $2/$time ($(du -sh "$2/$time" | cut -f1)) and $2/images ($(du -sh "$images" | cut -f1))"
