# shellcheck shell=sh
# As customers add one that they were sold later: beside the one from DHCP.
mkdir -p /etc/systemd/network/10-lab.network.d
printf '[Network]\nAddress=10.0.2.77/24\n' >/etc/systemd/network/10-lab.network.d/further.conf
