# Brings up the network as Linux had it, on the card with the same hardware address.

find_card() {
  for card in /sys/class/net/*; do
    [ "$(cat "$card/address")" = "$NET_MAC" ] && basename "$card" && return 0
  done
  return 1
}

wait_for_card() {
  tries=0
  until find_card >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return 1
    sleep 0.1
  done
}

# As captured. A gateway outside of the network needs a route of its own before it can be the default.
set_addresses() {
  for address in $NET_ADDRESSES; do ip addr add "$address" dev "$card"; done
  ip route show default | grep -q . && return 0
  ip route add "$NET_GATEWAY" dev "$card" 2>/dev/null
  ip route add default via "$NET_GATEWAY" dev "$card"
}

start_network() {
  wait_for_card || return 1
  card=$(find_card)
  ip link set lo up
  ip link set "$card" mtu "$NET_MTU"
  ip link set "$card" up || return 1
  if [ "$NET_MODE" = dhcp ] &&
    udhcpc -i "$card" -n -q -t 6 -T 2 -s /usr/lib/casement/udhcpc.sh >/dev/null 2>&1; then
    log "network: $card by DHCP"
  else
    # Also where DHCP does not answer: the address was ours a minute ago.
    set_addresses || return 1
    log "network: $card as captured"
  fi
  for address in $NET_ADDRESSES6; do ip -6 addr add "$address" dev "$card"; done
  if [ -n "$NET_GATEWAY6" ]; then
    ip -6 route add "$NET_GATEWAY6" dev "$card" 2>/dev/null
    ip -6 route add default via "$NET_GATEWAY6" dev "$card"
  fi
  return 0
}
