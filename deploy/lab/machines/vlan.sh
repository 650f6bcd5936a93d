# shellcheck shell=sh
# The default route uses a VLAN. The lab reaches the machine outside that VLAN.
cat >/etc/systemd/network/05-lab.network <<'END'
[Match]
Type=ether
Name=!vlan7
[Network]
DHCP=ipv4
IPv6AcceptRA=no
VLAN=vlan7
[DHCPv4]
UseRoutes=no
UseGateway=no
END
printf '[NetDev]\nName=vlan7\nKind=vlan\n[VLAN]\nId=7\n' >/etc/systemd/network/vlan7.netdev
printf '[Match]\nName=vlan7\n[Network]\nAddress=10.7.0.2/24\nGateway=10.7.0.1\n' >/etc/systemd/network/04-vlan7.network
