# shellcheck shell=sh
echo 'AllowUsers user' >/etc/ssh/sshd_config.d/00-users.conf
