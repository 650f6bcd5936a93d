# shellcheck shell=sh
# cloud-init with NetworkManager and its own DHCP client.
systemctl disable systemd-networkd
systemctl enable NetworkManager
cloud_init network-manager <<'CONFIG'
version: 2
ethernets:
  eth0:
    match: {macaddress: "52:54:00:ca:5e:01"}
    dhcp4: true
CONFIG
it_is 'ls /etc/NetworkManager/system-connections/cloud-init-*.nmconnection && ! systemctl -q is-active systemd-networkd'
