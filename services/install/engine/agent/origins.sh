# shellcheck shell=sh
# Sourced by prepare.sh and write.sh: selects where chunks are downloaded. ORIGINS in job.env lists the names of stores
# that have this image, fastest first. The service redirects to the requested origin. The last fallback is our own route
# (`own`), which serves the bytes itself.

# Consecutive failures after which an origin is paused, and the pause in hundredths of a second.
MAX_FAILURES=3
PAUSE=30000

# is_usable ORIGIN: an origin that once served wrong bytes is never used again.
is_usable() {
  [ ! -e "/run/wrong.$1" ] || return 1
  [ -s "/run/failures.$1" ] || return 0
  failures=0 failed_at=0
  while read -r line; do failures=$((failures + 1)) failed_at=$line; done <"/run/failures.$1"
  [ "$failures" -lt "$MAX_FAILURES" ] || [ $(($(uptime_hundredths) - failed_at)) -gt "$PAUSE" ]
}

# choose_origin [ORIGIN...]: sets `origin` to the first usable origin not in the arguments.
choose_origin() {
  for origin in $ORIGINS; do
    case " $* " in *" $origin "*) continue ;; esac
    is_usable "$origin" && return 0
  done
  origin=own
}

# address_of ZSTD_SHA256: sets `address`. The service signs a new redirect per request, so addresses cannot expire.
address_of() {
  address=$IMAGE_URL/$1
  [ "$origin" = own ] || address="$address?origin=$origin"
}

# Sets `limits`, curl's timeout options. curl sends our token only to the first host, never to a redirect target
# (documented for --location).
limits_of_origin() {
  limits="--connect-timeout 10 --speed-limit 1024 --speed-time 30"
  [ "$origin" = own ] ||
    limits="--location --max-redirs 3 --connect-timeout 5 --speed-limit $ORIGIN_FLOOR --speed-time 10"
}

# fetch ZSTD_SHA256 ZSTD_BYTES FILE: downloads from `origin`; sets `problem` on failure.
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

# blame PROBLEM: records a failure of `origin`. Returns false for our own route, which has no alternative, and if no
# redirect was followed (`redirects`), because the origin was not contacted.
blame() {
  [ "$origin" != own ] && [ "${redirects:-0}" -gt 0 ] || return 1
  case $1 in
    CHUNK_CORRUPT) : >"/run/wrong.$origin" ;;
    CHUNK_*) uptime_hundredths >>"/run/failures.$origin" ;;
  esac
}

# Clears the failures of `origin` after a success.
praise() { [ ! -s "/run/failures.$origin" ] || : >"/run/failures.$origin"; }

# blame_givers LIST: marks the origins of these chunks (listed in /run/written.*) as serving wrong bytes.
blame_givers() {
  awk 'FILENAME == ARGV[1] { bad[$1]; next } $1 in bad && $3 != "own" { print $3 }' "$1" /run/written.* |
    sort -u | while read -r giver; do
    log "wrong chunks came from $giver: it is not asked again"
    : >"/run/wrong.$giver"
  done
}
