# shellcheck shell=sh
cat >>/etc/ssh/sshd_config <<'END'
Match User root
  PasswordAuthentication no
  KbdInteractiveAuthentication no
END
