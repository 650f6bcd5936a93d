#!/bin/sh
# shellcheck disable=SC2154 # udhcpc sets them
# Called by udhcpc with what the DHCP server gave. EXPECTED: the addresses to take; empty: any. A lease that is renewed
# or lost changes nothing: without the address the write would end for good.
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
    # Pairs of network and gateway; where they are given they count instead of the routers (RFC 3442).
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
    # libc asks the first three only: two of DHCP's, then those that Linux had.
    resolvers=$({
      for server in $dns; do echo "nameserver $server"; done | head -n 2
      cat /etc/resolv.conf
    } | awk '!seen[$0]++')
    echo "$resolvers" >/etc/resolv.conf
    ;;
esac
exit 0
