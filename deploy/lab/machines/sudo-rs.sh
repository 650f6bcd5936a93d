# shellcheck shell=sh
# Like Ubuntu since 25.10, whose sudo is sudo-rs. The user signs in with a password, which sudo also asks for, and
# root cannot sign in at port 22.
useradd --create-home --shell /bin/bash ubuntu
echo 'ubuntu:Lab-Pass-1' | chpasswd
echo 'ubuntu ALL=(ALL:ALL) ALL' >/etc/sudoers.d/90-users
chmod 440 /etc/sudoers.d/90-users
ln -s /usr/bin/sudo-rs /usr/local/bin/sudo
/usr/local/bin/sudo --version 2>&1 | grep -qi sudo-rs
printf 'Match LocalPort 22 User root\n  PermitRootLogin no\n' >>/etc/ssh/sshd_config
