# shellcheck shell=sh disable=SC2154 # lib.sh, network.sh and origins.sh set them
# Sourced by prepare.sh: reaches the service and fetches a sample of the image while the VPS can still return to
# Linux.

# Minimum packet size of IPv6.
SMALL_MTU=1280
# Failed check-ins before the other address offered by DHCP is tried.
REACH_TRIES=4
# Failed downloads of the sample before the stage gives up.
SAMPLE_TRIES=3
# Hundredths of a second after which no further origin is tried: the deadline must not end a working stage.
ORIGINS_WITHIN=10000

# with_small_packets COMMAND...: if a connection stalls, repeats the command with small packets and keeps them if it
# succeeds. Tunnels and PPPoE lose large packets silently if ICMP is filtered.
with_small_packets() {
  "$@" && return 0
  read -r mtu </run/mtu
  { is_stalled && [ "$mtu" -gt "$SMALL_MTU" ]; } || return 1
  log "packets of $mtu bytes do not get through: trying $SMALL_MTU"
  set_mtu "$SMALL_MTU"
  "$@" && return 0
  set_mtu "$mtu"
  return 1
}

check_in() {
  recent_log
  call 15 check-in --data-urlencode "nonce=$(cat /run/nonce)" --data-urlencode "kernel=$(uname -r)" \
    -d "memory_kb=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" \
    --data-urlencode "log@/run/log.tail" >/run/check-in
}

# Checks in, retrying until the deadline. Fails and sets `other` if the service is reachable only from an address that
# Linux did not have, because the customer would look for Windows at the old address.
reach_service() {
  tries=0 other=
  until with_small_packets check_in; do
    [ "$status" = 401 ] && log "the install has ended" && exit 1
    log "the service does not answer: $(head -c 200 /run/curl.err)"
    tries=$((tries + 1))
    if [ "$tries" -eq "$REACH_TRIES" ] && [ -s /run/other-address ]; then
      read -r other </run/other-address
      log "not reached from $NET_ADDRESSES: reporting from $other"
      take_other_address
    fi
    sleep 3
  done
  [ -z "$other" ]
}

fetch_sample_from() {
  origin=$1
  fetch "$SAMPLE_SHA256" "$SAMPLE_BYTES" /run/sample-chunk && return 0
  log "the sample from $origin: $problem $(head -c 200 /run/sample-chunk.err)"
  return 1
}

# Fetches and verifies a chunk that the preflight fetched as well, from our own route and then from each origin, which
# also resolves every name. A failing origin is paused.
fetch_sample() {
  [ -n "$SAMPLE_SHA256" ] || return 0
  tries=0 began=$(uptime_hundredths)
  until with_small_packets fetch_sample_from own; do
    tries=$((tries + 1))
    [ "$tries" -lt "$SAMPLE_TRIES" ] || return 1
    sleep 3
  done
  for candidate in $ORIGINS; do
    [ $(($(uptime_hundredths) - began)) -lt "$ORIGINS_WITHIN" ] || break
    fetch_sample_from "$candidate" && continue
    while is_usable "$origin" && blame "$problem"; do :; done
  done
  rm -f /run/sample-chunk /run/sample-chunk.err
}
