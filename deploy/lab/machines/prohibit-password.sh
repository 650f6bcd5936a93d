# shellcheck shell=sh
echo 'PermitRootLogin prohibit-password' >/etc/ssh/sshd_config.d/00-root.conf
