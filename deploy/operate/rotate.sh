#!/usr/bin/env bash
# rotate.sh compose|kubernetes SECRET: replaces a secret while valid requests keep succeeding. See
# docs/key-rotation.md.
set -euo pipefail
# shellcheck source=deploy/operate/platform.sh
. "$(dirname "$0")/platform.sh"

usage() {
  fail "usage: $0 $1 token-signing [retire]
       $0 $1 data-encryption SERVICE [retire]
       $0 $1 provider TRIPAY_PRIVATE_KEY|BINANCE_API_SECRET|SMTP_URL|... (reads the new values)
       $0 $1 bot TELEGRAM_BOT_TOKEN|TELEGRAM_BACKUP_BOT_TOKEN (reads the new token)
       $0 $1 certificates [trust|switch|retire]"
}

# A secret may list several keys, of which the first one is used. Line breaks of a PEM become \n.
keys_of() {
  local value
  value=$(secret_of "$1" "$2")
  [ -n "$value" ] || fail "$2 of $1 is not set."
  printf '%s' "${value//$'\n'/\\n}"
}

store() { # SERVICE VARIABLE VALUE
  printf '%s\n' "$3" | set_secret "$1" "$2"
  restart "$1"
}

# Every replica must accept the new key before any replica uses it.
add_key() { # SERVICE VARIABLE KEY
  local old
  old=$(keys_of "$1" "$2")
  [[ $old != *,* ]] || fail "$2 of $1 has two keys. Finish that rotation with retire first."
  say "$1 accepts the new key"
  store "$1" "$2" "$old,$3"
  say "$1 uses the new key"
  store "$1" "$2" "$3,$old"
}

retire_key() { # SERVICE VARIABLE
  local keys
  keys=$(keys_of "$1" "$2")
  [[ $keys == *,* ]] || fail "$2 of $1 has a single key, so there is none to retire."
  store "$1" "$2" "${keys%%,*}"
  say "$1 has forgotten the old key"
}

services_of() { # VARIABLE
  case $1 in
  TRIPAY_API_KEY | TRIPAY_PRIVATE_KEY | MIDTRANS_SERVER_KEY | STRIPE_SECRET_KEY | STRIPE_WEBHOOK_SECRET | BINANCE_API_KEY | BINANCE_API_SECRET | BINANCE_PROXY_URL) echo billing ;;
  TELEGRAM_BOT_TOKEN | TELEGRAM_BACKUP_BOT_TOKEN) echo telegram ;;
  SMTP_URL) echo auth telegram ;;
  IMAGE_S3_ACCESS_KEY_ID | IMAGE_S3_SECRET_ACCESS_KEY) echo install ;;
  *) fail "$1 is not a provider's key." ;;
  esac
}

# Does not echo input from a terminal.
read_value() { # VARIABLE
  value=
  IFS= read -rsp "New $1: " value || true
  [ -n "$value" ] || fail "$1 is empty."
}

replace() { # VARIABLE...
  local variable service changed=()
  declare -A values
  for variable; do
    services_of "$variable" >/dev/null
    read_value "$variable"
    values[$variable]=$value
  done
  for variable; do
    for service in $(services_of "$variable"); do
      printf '%s\n' "${values[$variable]}" | set_secret "$service" "$variable"
      [[ " ${changed[*]} " == *" $service "* ]] || changed+=("$service")
    done
  done
  for service in "${changed[@]}"; do restart "$service"; done
  say 'Replaced. Test the connection in Admin → Operations, then withdraw the old key at the provider.'
}

# Another bot would know none of the linked chats.
replace_bot() { # VARIABLE
  local old value
  [[ $1 == TELEGRAM_*TOKEN ]] || fail "$1 is not a bot's token."
  read_value "$1"
  [[ $value =~ ^[0-9]+:[A-Za-z0-9_-]{35}$ ]] || fail 'That is not a token of BotFather.'
  old=$(secret_of telegram "$1")
  [ -z "$old" ] || [ "${old%%:*}" = "${value%%:*}" ] || fail 'The token is of another bot. Ask BotFather for a new token of the same bot (/revoke).'
  store telegram "$1" "$value"
  say 'Replaced. Test the bot in Admin → Operations.'
}

platform=$1
case "${2:-} ${4:-${3:-}}" in
'token-signing ')
  add_key auth JWT_SIGNING_KEY "$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk '{ printf "%s\\n", $0 }')"
  say 'Run "token-signing retire" after 15 minutes, when the last token of the old key has expired.'
  ;;
'token-signing retire') retire_key auth JWT_SIGNING_KEY ;;
'data-encryption retire') retire_key "$3" DATA_ENCRYPTION_KEY ;;
'data-encryption '?*)
  add_key "$3" DATA_ENCRYPTION_KEY "k$(date -u +%Y%m%d%H%M%S):$(openssl rand -base64 32)"
  case $3 in
  auth) node_in auth dist/reseal.js </dev/null >&2 ;;
  install) node_in install dist/cli/reseal.js </dev/null >&2 ;;
  esac
  say "Run \"data-encryption $3 retire\" after an hour, when no event of the old key is in flight."
  ;;
'provider '?*) replace "${@:3}" ;;
'bot '?*) replace_bot "$3" ;;
'certificates '*)
  folder=${FOLDER:-$root/deploy/identity}
  # A new authority would be created, and processes would refuse the certificates of each other.
  [ -e "$folder/ca.key" ] || fail "$folder has no ca.key. Set FOLDER to the folder with the authority's key."
  "$root/deploy/docker/new-certificates.sh" "$folder" ${3:+"$3"} >&2
  publish_certificates "$folder"
  say 'Every process loads the files within two minutes. Check with doctor.'
  ;;
*) usage "$platform" ;;
esac
