# shellcheck shell=sh
# cloud-init with ifupdown: two addresses and a smaller MTU (--network static).
systemctl disable systemd-networkd
systemctl enable networking
rm -f /etc/network/interfaces
echo 'source /etc/network/interfaces.d/*' >/etc/network/interfaces
cloud_init eni <<'CONFIG'
version: 1
config:
  - type: physical
    name: eth0
    mac_address: "52:54:00:ca:5e:01"
    mtu: 1400
    subnets:
      - {type: static, address: 203.0.113.10/24, gateway: 203.0.113.1, dns_nameservers: [192.0.2.53]}
      - {type: static, address: 203.0.113.11/24}
CONFIG
it_is 'grep -q 203.0.113.11 /etc/network/interfaces.d/50-cloud-init && ! systemctl -q is-active systemd-networkd'
# The programs that usually write /etc/resolv.conf (resolved, resolvconf) are not installed.
echo 'nameserver 192.0.2.53' >/etc/resolv.conf
