# shellcheck shell=sh
# DHCP identifies the machine by a DUID, which is systemd's default, so a server gives the stage another address
# (imitated by network.sh).
mkdir -p /etc/systemd/network/10-lab.network.d
printf '[DHCPv4]\nClientIdentifier=duid\n' >/etc/systemd/network/10-lab.network.d/duid.conf
