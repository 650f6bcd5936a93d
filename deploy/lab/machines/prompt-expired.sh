# shellcheck shell=sh
# PAM by keyboard-interactive only, as some distributions have it, and a password that has to be changed at once.
passwd -e root
cat >/etc/ssh/sshd_config.d/00-prompts.conf <<'END'
PasswordAuthentication no
KbdInteractiveAuthentication yes
UsePAM yes
END
