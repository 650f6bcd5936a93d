# shellcheck shell=sh
printf 'Match User root\n  ForceCommand echo "1) status 2) reboot"\n' >>/etc/ssh/sshd_config
