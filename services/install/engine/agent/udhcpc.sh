#!/bin/sh
# shellcheck disable=SC2154 # udhcpc sets them
# Called by udhcpc with the DHCP server's settings.
default_via() {
  ip route add "$1" dev "$interface" 2>/dev/null
  ip route add default via "$1" dev "$interface"
}

case $1 in
  deconfig) ip -4 addr flush dev "$interface" ;;
  bound | renew)
    ip addr add "$ip/${mask:-24}" dev "$interface"
    # Pairs of network and gateway. If present, they replace the router option (RFC 3442).
    # shellcheck disable=SC2154 # udhcpc sets it
    if [ -n "$staticroutes" ]; then
      # shellcheck disable=SC2086 # words
      set -- $staticroutes
      while [ $# -ge 2 ]; do
        case $1-$2 in
          0.0.0.0/0-*) default_via "$2" ;;
          *-0.0.0.0) ip route add "$1" dev "$interface" ;;
          *) ip route add "$1" via "$2" dev "$interface" ;;
        esac
        shift 2
      done
    else
      for gateway in $router; do
        default_via "$gateway"
        break
      done
    fi
    [ -n "$dns" ] && for server in $dns; do echo "nameserver $server"; done >/etc/resolv.conf
    ;;
esac
exit 0
