# shellcheck shell=sh
# Simulates an additional address that the customer bought later and configured next to DHCP.
mkdir -p /etc/systemd/network/10-lab.network.d
printf '[Network]\nAddress=10.0.2.77/24\n' >/etc/systemd/network/10-lab.network.d/further.conf
