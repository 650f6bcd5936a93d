# shellcheck shell=sh
# DHCP by a DUID, systemd's default: the reason why servers give the stage another address (imitated by network.sh).
mkdir -p /etc/systemd/network/10-lab.network.d
printf '[DHCPv4]\nClientIdentifier=duid\n' >/etc/systemd/network/10-lab.network.d/duid.conf
