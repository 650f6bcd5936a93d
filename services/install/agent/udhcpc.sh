#!/bin/sh
# Called by udhcpc with what the DHCP server gave.
case $1 in
  deconfig) ip addr flush dev "$interface" ;;
  bound | renew)
    ip addr add "$ip/${mask:-24}" dev "$interface"
    for gateway in $router; do
      ip route add "$gateway" dev "$interface" 2>/dev/null
      ip route add default via "$gateway" dev "$interface"
      break
    done
    [ -n "$dns" ] && for server in $dns; do echo "nameserver $server"; done >/etc/resolv.conf
    ;;
esac
exit 0
