# shellcheck shell=sh
# PAM by keyboard-interactive only, as in some distributions, and a password that must be changed immediately.
passwd -e root
cat >/etc/ssh/sshd_config.d/00-prompts.conf <<'END'
PasswordAuthentication no
KbdInteractiveAuthentication yes
UsePAM yes
END
