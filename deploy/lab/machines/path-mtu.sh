# shellcheck shell=sh
# Static network whose packet size is set on the route, as behind a tunnel, instead of on the card.
cat >>/usr/local/sbin/lab-network <<'END'
sed -i -e '/^MTUBytes=/d' -e 's/^Gateway=.*/[Route]\n&\nMTUBytes=1400/' /run/systemd/network/05-lab.network
END
