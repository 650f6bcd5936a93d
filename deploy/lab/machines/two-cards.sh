# shellcheck shell=sh
# A manually configured private network on a separate card.
printf '[Match]\nMACAddress=52:54:00:ca:5e:02\n[Network]\nAddress=10.9.0.5/24\nIPv6AcceptRA=no\n' \
  >/etc/systemd/network/05-private.network
