# shellcheck shell=sh
# sshd listens on 2222 only, and Linux redirects port 22 to it.
rm /etc/ssh/sshd_config.d/lab.conf
printf 'PermitRootLogin yes\nPort 2222\n' >/etc/ssh/sshd_config.d/00-port.conf
cat >/etc/nftables.conf <<'END'
table ip nat {
  chain prerouting {
    type nat hook prerouting priority dstnat;
    tcp dport 22 redirect to :2222
  }
}
END
systemctl -q enable nftables
it_is 'nft list ruleset | grep -q "redirect to :2222"'
