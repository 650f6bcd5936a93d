# shellcheck shell=sh
# As providers' images are: root never signs in; the first user has a key, no password, and sudo. By port 2222 only.
useradd --create-home --shell /bin/bash ubuntu
echo 'ubuntu ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/90-cloud-init-users
mkdir -m 700 /home/ubuntu/.ssh
# The private half stays where the tests fetch it.
ssh-keygen -q -t ed25519 -N '' -f /root/lab-key
cp /root/lab-key.pub /home/ubuntu/.ssh/authorized_keys
chown -R ubuntu: /home/ubuntu/.ssh
cat >/etc/ssh/sshd_config.d/00-users.conf <<'END'
PermitRootLogin no
Match User ubuntu
  PasswordAuthentication no
Match LocalPort 22
  DenyUsers ubuntu
END
