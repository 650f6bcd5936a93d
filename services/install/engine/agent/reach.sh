# shellcheck shell=sh disable=SC2154 # lib.sh, network.sh and origins.sh set them
# Sourced by prepare.sh: reaches the service and fetches a part of the image, while Linux can still come back.

# Every path that carries IPv6 carries packets of this size.
SMALL_MTU=1280
# So many check-ins may fail before another address is tried, and so many downloads before the stage gives up.
REACH_TRIES=4
SAMPLE_TRIES=3

# with_small_packets COMMAND...: once more with small packets where a connection was made and then stalled, as behind a
# tunnel or PPPoE whose ICMP is filtered. The size that works stays.
with_small_packets() {
  "$@" && return 0
  read -r mtu </run/mtu
  is_stalled && [ "$mtu" -gt "$SMALL_MTU" ] || return 1
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

# Checks in. Fails where the service is reached only from `other`, an address that Linux did not have: Windows would not
# answer where the customer looks for it. The deadline ends this where no answer ever comes.
reach_service() {
  tries=0 other=
  until with_small_packets check_in; do
    [ "$status" = 401 ] && log "the install has ended" && exit 1
    log "the service does not answer: $(head -c 200 /run/curl.err)"
    tries=$((tries + 1))
    if [ "$tries" -eq "$REACH_TRIES" ] && [ -e /run/other-address ]; then
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

# Fetches and checks one chunk that the preflight fetched, too: from our own route, and from each origin, whose name has to
# be resolved here as well. An origin that fails is left alone at first.
fetch_sample() {
  [ -n "$SAMPLE_SHA256" ] || return 0
  tries=0
  until with_small_packets fetch_sample_from own; do
    tries=$((tries + 1))
    [ "$tries" -lt "$SAMPLE_TRIES" ] || return 1
    sleep 3
  done
  for candidate in $ORIGINS; do
    fetch_sample_from "$candidate" && continue
    while is_usable "$origin" && blame "$problem"; do :; done
  done
  rm -f /run/sample-chunk /run/sample-chunk.err
}
