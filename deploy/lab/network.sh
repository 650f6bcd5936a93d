#!/usr/bin/env bash
# network.sh: networks of the lab's VPS other than DHCP, each modelled on a provider. Sourced by lab.sh; and
#   network.sh inside COMMAND...       runs it where these networks are allowed, in a separate network namespace
#   network.sh convert-options CASE    prints the options of the command `convert` for that network
#   network.sh expected CASE           prints the lines that the stand-in must report (lab.sh read-back)
#   network.sh cases                   prints their names
# The VPS is connected to a tap device, whose other end has the router's address. The service is behind that router
# (addresses of lo), so it can be reached only over the default route.

network_cases='dhcp static onlink dual dual-onlink other-dhcp'
network_tap=casement-lab
network_mac=52:54:00:ca:5e:01
network_service=192.0.2.80
network_service6=2001:db8:80::80
vps4=203.0.113.10
vps6=2001:db8:113::10

# known_network CASE: true if the case exists.
known_network() { [[ " $network_cases " == *" $1 "* ]]; }

# network_address CASE: prints the address of the VPS.
network_address() { if [ "$1" = dhcp ]; then echo 127.0.0.10; else echo "$vps4"; fi; }

# network_dhcp RUN PID: runs a DHCP server that gives another address once Linux has one, like a server that
# distinguishes the stage from Linux by its DUID. Ends with the process PID.
network_dhcp() {
  local server='' given
  for given in "$vps4" 203.0.113.77; do
    [ -z "$server" ] || until busybox ping -c 1 -W 1 "$vps4" >/dev/null; do sleep 0.2; done
    [ -z "$server" ] || kill "$server"
    printf '%s\n' "start $given" "end $given" "interface $network_tap" "lease_file $1/leases" "pidfile $1/udhcpd.pid" \
      'option subnet 255.255.255.0' 'option router 203.0.113.1' 'option lease 86400' >"$1/udhcpd.conf"
    : >"$1/leases"
    busybox udhcpd -f "$1/udhcpd.conf" &
    server=$!
  done
  while kill -0 "$2" 2>/dev/null; do sleep 1; done
  kill "$server"
}

# network_file CASE: prints the configuration for systemd-networkd in the VPS.
network_file() {
  local dns='DNS=192.0.2.53' more=''
  case $1 in
    # Two addresses and a smaller MTU, as in tunnelled networks.
    static) more="MTUBytes=1400
[Network]
Address=$vps4/24
Address=203.0.113.11/24
Gateway=203.0.113.1" ;;
    # The gateway is outside the address's network, which is a /32.
    onlink) more="[Network]
Address=$vps4/32
[Route]
Gateway=198.51.100.1
GatewayOnLink=yes" ;;
    # IPv6 with a gateway that has only a link-local address.
    dual) more="[Network]
Address=$vps4/24
Gateway=203.0.113.1
Address=$vps6/64
DNS=2001:db8:53::53
[Route]
Gateway=fe80::1" ;;
    # Both gateways are outside the address's network.
    dual-onlink) more="[Network]
Address=$vps4/32
Address=$vps6/128
[Route]
Gateway=198.51.100.1
GatewayOnLink=yes
[Route]
Gateway=2001:db8:ff::1
GatewayOnLink=yes" ;;
  esac
  printf '[Match]\nMACAddress=%s\n[Link]\n%s\n[Network]\n%s\nIPv6AcceptRA=no\n' "$network_mac" "$more" "$dns"
}

# Recreates the router and the service behind it.
network_router() {
  ip link show "$network_tap" >/dev/null 2>&1 && ip link delete "$network_tap"
  ip link set lo up
  ip address replace "$network_service/32" dev lo
  ip -6 address replace "$network_service6/128" dev lo
  ip tuntap add mode tap name "$network_tap"
  case $1 in
    *onlink) ip address add 198.51.100.1/32 dev "$network_tap" ;;
    *) ip address add 203.0.113.1/24 dev "$network_tap" ;;
  esac
  ip link set "$network_tap" up
  case $1 in
    *onlink) ip route add "$vps4/32" dev "$network_tap" src 198.51.100.1 ;;
  esac
  case $1 in
    dual) ip -6 address add fe80::1/64 dev "$network_tap" nodad ;;
    dual-onlink) ip -6 address add 2001:db8:ff::1/128 dev "$network_tap" nodad ;;
  esac
  case $1 in dual*) ip -6 route add "$vps6/128" dev "$network_tap" ;; esac
}

# network_device CASE RUN ADDRESS PORT GUEST_PORT: adds the card to `qemu`.
network_device() {
  local net="user,id=net,restrict=off,hostfwd=tcp:$3:$4-:$5"
  if [ "$1" != dhcp ]; then
    need_programs ip
    [ -n "${CASEMENT_LAB_NETWORK:-}" ] ||
      fail "--network $1 needs a network namespace of its own: deploy/lab/network.sh inside COMMAND."
    network_router "$1" || fail "the network $1 can't be made here."
    net="tap,id=net,ifname=$network_tap,script=no,downscript=no"
  fi
  if [ "$1" != dhcp ] && [ "$1" != other-dhcp ]; then
    network_file "$1" >"$2/vps.network"
    # shellcheck disable=SC2054 # the commas are QEMU's
    qemu+=(-fw_cfg "name=opt/casement/network,file=$2/vps.network")
  fi
  qemu+=(-netdev "$net" -device "${card:-virtio-net-pci},netdev=net,romfile=,mac=$network_mac")
}

convert_options() {
  case $1 in
    dhcp) ;;
    # The stage contacts the service by IPv6 only. SSH and remote desktop use IPv4.
    dual*) echo "--host $vps4 --allow $vps4/32 --listen [::]:0 --agent-url http://[$network_service6]:{port}" ;;
    *) echo "--host $vps4 --allow $vps4/32 --listen $network_service:0 --agent-url http://$network_service:{port}" ;;
  esac
}

# Expected state of the stand-in's kernel, as opposed to its configuration.
expected_lines() {
  case $1 in
    dhcp)
      printf '%s\n' mode=dhcp address=10.0.2.15/24 gateway=10.0.2.2 mtu=1500
      ;;
    static)
      printf '%s\n' mode=static "address=$vps4/24,203.0.113.11/24" gateway=203.0.113.1 mtu=1400 dns=192.0.2.53
      ;;
    other-dhcp)
      printf '%s\n' mode=static "address=$vps4/24" gateway=203.0.113.1 mtu=1500
      ;;
    onlink)
      printf '%s\n' mode=static "address=$vps4/32" gateway=198.51.100.1 "host_route=198.51.100.1" mtu=1500 dns=192.0.2.53
      ;;
    dual)
      printf '%s\n' mode=static "address=$vps4/24" gateway=203.0.113.1 "ipv6_address=$vps6/64" \
        ipv6_gateway=fe80::1 dns=2001:db8:53::53,192.0.2.53
      ;;
    dual-onlink)
      printf '%s\n' mode=static "address=$vps4/32" gateway=198.51.100.1 "host_route=198.51.100.1" \
        "ipv6_address=$vps6/128" ipv6_gateway=2001:db8:ff::1 ipv6_host_route=2001:db8:ff::1
      ;;
  esac
  printf '%s\n' network=ok
}

# Root creates the namespace directly. Other users can if the system allows user namespaces.
inside() {
  local own=(unshare --net)
  [ "$(id -u)" = 0 ] || own=(unshare --map-root-user --net)
  # shellcheck disable=SC2016 # expanded by the inner shell
  CASEMENT_LAB_NETWORK=1 exec "${own[@]}" sh -c 'ip link set lo up && exec "$@"' sh "$@"
}

[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  convert-options | expected) known_network "${1:-}" || fail "networks: $network_cases." ;;
esac
case $command in
  inside) inside "$@" ;;
  convert-options) convert_options "$1" ;;
  expected) expected_lines "$1" ;;
  cases) echo "$network_cases" ;;
  *) sed -n '2,/^$/{/^$/d; s/^# \{0,1\}//; p}' "$0" >&2 && exit 2 ;;
esac
