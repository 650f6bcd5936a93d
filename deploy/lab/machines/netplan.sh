# shellcheck shell=sh
# cloud-init with netplan and systemd-networkd: a /32 address whose gateway is outside that network (--network
# onlink).
cloud_init netplan <<'CONFIG'
version: 2
ethernets:
  eth0:
    match: {macaddress: "52:54:00:ca:5e:01"}
    addresses: [203.0.113.10/32]
    routes: [{to: 0.0.0.0/0, via: 198.51.100.1, on-link: true}]
    nameservers: {addresses: [192.0.2.53]}
CONFIG
it_is 'grep -q 203.0.113.10/32 /run/systemd/network/10-netplan-*.network'
# The programs that usually write /etc/resolv.conf (resolved, resolvconf) are not installed.
echo 'nameserver 192.0.2.53' >/etc/resolv.conf
