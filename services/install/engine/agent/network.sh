# shellcheck shell=sh
# Brings up the network as configured in Linux, on the card with the same hardware address.

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

# set_gateway FAMILY GATEWAY ONLINK: a gateway outside of the network needs its own route before it can be the
# default.
set_gateway() {
  [ "$3" = yes ] && ip "$1" route add "$2" dev "$card"
  ip "$1" route add default via "$2" dev "$card"
}

set_addresses() {
  for address in $NET_ADDRESSES; do ip addr add "$address" dev "$card"; done
  # shellcheck disable=SC2153 # from job.env
  set_gateway -4 "$NET_GATEWAY" "$NET_ONLINK"
}

# Configures IPv6 in addition. Errors here must not break IPv4.
set_addresses6() {
  for address in $NET_ADDRESSES6; do ip -6 addr add "$address" dev "$card"; done
  [ -z "$NET_GATEWAY6" ] || set_gateway -6 "$NET_GATEWAY6" "$NET_ONLINK6"
}

# Sets the packet size of the card, which TCP's segment size follows.
set_mtu() {
  ip link set "$card" mtu "$1"
  cat "/sys/class/net/$card/mtu" >/run/mtu
}

# ask_dhcp ADDRESSES: requests a lease for one of ADDRESSES (empty: any address). udhcpc keeps running and renews the
# lease, which may be shorter than the write. Falls back to Linux's default route if the DHCP server offers none.
ask_dhcp() {
  rm -f /run/other-address
  EXPECTED=$1 udhcpc -i "$card" -n -t 6 -T 2 -r "${NET_ADDRESSES%%/*}" -O staticroutes \
    -s /usr/lib/casement/udhcpc.sh >/dev/null 2>&1 || return 1
  [ ! -e /run/other-address ] || return 1
  # Without a family, busybox lists every route.
  ip -4 route show default | grep -q . || set_gateway -4 "$NET_GATEWAY" yes
}

# Replaces the address that Linux had with the different one offered by DHCP.
take_other_address() {
  ip -4 addr flush dev "$card"
  ip -4 route flush dev "$card"
  ask_dhcp ''
}

# The stage of a recovery system finds the network up.
start_network() {
  wait_for_card || return 1
  card=$(find_card)
  [ ! -e /run/network ] || return 0
  ip link set lo up
  set_mtu "$NET_MTU"
  # This card used the address a moment ago, so duplicate address detection is disabled.
  echo 0 2>/dev/null >"/proc/sys/net/ipv6/conf/$card/accept_dad"
  ip link set "$card" up || return 1
  if [ "$NET_MODE" = dhcp ] && ask_dhcp "$NET_ADDRESSES"; then
    log "network: $card by DHCP"
  else
    # Also runs if DHCP does not respond or offers another address, because Linux used the captured address a minute
    # ago.
    [ ! -e /run/other-address ] || log "DHCP gives $(cat /run/other-address) instead of $NET_ADDRESSES"
    set_addresses || return 1
    log "network: $card as captured"
  fi
  set_addresses6
  : >/run/network
}
