#!/bin/sh
# shellcheck disable=SC2154 # udhcpc sets them
# Called by udhcpc with the DHCP server's answer. EXPECTED: acceptable addresses; empty: any. The address stays after a
# lost lease (deconfig), because the write could not continue without it.
default_via() {
  ip route add "$1" dev "$interface" 2>/dev/null
  ip route add default via "$1" dev "$interface"
}

case $1 in
  bound)
    case " $EXPECTED " in
      '  ' | *" $ip/"*) ;;
      *) echo "$ip" >/run/other-address && exit 0 ;;
    esac
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
    # libc uses the first three only: two of DHCP's, then Linux' own.
    resolvers=$({
      for server in $dns; do echo "nameserver $server"; done | head -n 2
      cat /etc/resolv.conf
    } | awk '!seen[$0]++')
    echo "$resolvers" >/etc/resolv.conf
    ;;
esac
exit 0
