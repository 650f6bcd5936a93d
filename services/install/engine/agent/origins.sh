# shellcheck shell=sh
# Sourced by prepare.sh and write.sh: from where chunks are fetched. ORIGINS of job.env are the names of stores that have this image,
# the quickest first; the service answers with a redirect to the one that is asked for. Behind them all stands our own
# route (`own`), which gives the bytes itself.

# So many failures in a row, and an origin is left alone for as many hundredths of a second.
MAX_FAILURES=3
PAUSE=30000

# Whether this origin may be asked. What has once given wrong bytes is not asked again.
is_usable() {
  [ ! -e "/run/wrong.$1" ] || return 1
  [ -s "/run/failures.$1" ] || return 0
  failures=0 failed_at=0
  while read -r line; do failures=$((failures + 1)) failed_at=$line; done <"/run/failures.$1"
  [ "$failures" -lt "$MAX_FAILURES" ] || [ $(($(uptime_hundredths) - failed_at)) -gt "$PAUSE" ]
}

# choose_origin [ORIGIN...]: sets `origin` to the first that may be asked and is none of these.
choose_origin() {
  for origin in $ORIGINS; do
    case " $* " in *" $origin "*) continue ;; esac
    is_usable "$origin" && return 0
  done
  origin=own
}

# address_of ZSTD_SHA256: sets `address`. The service makes a new one for every question, so none can be too old.
address_of() {
  address=$IMAGE_URL/$1
  [ "$origin" = own ] || address="$address?origin=$origin"
}

# Sets `limits`, words for curl: when it gives up. curl shows our token to the first host only, never to where a
# redirect leads (its documentation of --location).
limits_of_origin() {
  limits="--connect-timeout 10 --speed-limit 1024 --speed-time 30"
  [ "$origin" = own ] ||
    limits="--location --max-redirs 3 --connect-timeout 5 --speed-limit $ORIGIN_FLOOR --speed-time 10"
}

# fetch ZSTD_SHA256 ZSTD_BYTES FILE: from `origin`; sets `problem` where it fails.
fetch() {
  address_of "$1"
  limits_of_origin
  # shellcheck disable=SC2086 # one word each
  status=$(curl -q -sS -K /run/curl.conf $limits -o "$3" -w '%{http_code} %{size_download} %{num_redirects} %{time_connect}' \
    "$address" 2>"$3.err")
  # shellcheck disable=SC2034 # read by is_stalled
  code=$? connected=${status##* } status=${status% *}
  redirects=${status##* } bytes=${status#* } status=${status%% *}
  bytes=${bytes%% *}
  problem=
  if [ "$status" != 200 ]; then
    problem=CHUNK_UNREACHABLE
  elif [ "$code" -eq 18 ] || [ "$bytes" -ne "$2" ]; then
    problem=CHUNK_TRUNCATED
  elif [ "$code" -ne 0 ]; then
    problem=CHUNK_UNREACHABLE
  elif [ "$(hash_of "$3")" != "$1" ]; then
    problem=CHUNK_CORRUPT
  fi
  [ -z "$problem" ]
}

# blame PROBLEM: `origin` did not give what was asked for. Of our own route there is no other to turn to; and where no
# redirect was followed (`redirects`) it was not asked. False then.
blame() {
  [ "$origin" != own ] && [ "${redirects:-0}" -gt 0 ] || return 1
  case $1 in
    CHUNK_CORRUPT) : >"/run/wrong.$origin" ;;
    CHUNK_*) uptime_hundredths >>"/run/failures.$origin" ;;
  esac
}

# `origin` did.
praise() { [ ! -s "/run/failures.$origin" ] || : >"/run/failures.$origin"; }

# blame_givers LIST: what these chunks came from, as /run/written.* has it, gave wrong bytes.
blame_givers() {
  awk 'FILENAME == ARGV[1] { bad[$1]; next } $1 in bad && $3 != "own" { print $3 }' "$1" /run/written.* |
    sort -u | while read -r giver; do
    log "wrong chunks came from $giver: it is not asked again"
    : >"/run/wrong.$giver"
  done
}
