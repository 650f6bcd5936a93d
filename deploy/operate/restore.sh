#!/usr/bin/env bash
# restore.sh compose|kubernetes FOLDER/TIME: replaces the five databases of a fresh installation of the same version
# with a backup, adds its images, starts the services and checks them. See docs/backup.md.
set -euo pipefail
# shellcheck source=deploy/operate/platform.sh
. "$(dirname "$0")/platform.sh"
[ -e "${2:-}/SHA256SUMS" ] || fail "usage: $0 compose|kubernetes FOLDER/TIME (a backup of backup.sh)"
backup=$(cd "$2" && pwd)
images=$(dirname "$backup")/images
[ -d "$images" ] || fail "$images is missing."
(cd "$backup" && sha256sum --quiet -c SHA256SUMS) || fail 'The backup is damaged.'

open_databases
for service in "${services[@]}"; do
  diff <(migrations_of "$service") "$backup/$service.migrations" >&2 ||
    fail "The backup is of another version of $service. Install that version, restore, then upgrade."
done
say "Everything in the databases of this installation will be replaced by the backup of $(cat "$backup/started")."
if [ "${YES:-}" != yes ]; then
  read -rp 'Type yes to continue: ' answer
  [ "$answer" = yes ] || exit 1
fi
stop_services
empty_nats
for service in "${services[@]}"; do
  say "restoring $service"
  query "$service" 'DROP OWNED BY CURRENT_USER'
  pg "$service" pg_restore --exit-on-error --single-transaction --no-owner --no-privileges -d '' \
    <"$backup/$service.dump"
  # A dump of the receiving service may lack the effect of an event that was already marked as published. Receivers
  # ignore events that they have handled. The longest retry takes 1 h 45 min.
  query "$service" "UPDATE outbox SET published_at = NULL, attempts = 0, available_at = now()
    WHERE published_at > timestamptz '$(cat "$backup/started")' - interval '3 hours'"
done
say 'restoring images'
prepare_images
tar -c --format=ustar -C "$images" chunks manifests | node_in install dist/cli/restore-images.js >&2
start_services
say 'checking'
node_in billing dist/verify.js </dev/null
for service in "${services[@]}"; do node_in "$service" dist/doctor.js </dev/null || status=1; done
exit "${status:-0}"
