# shellcheck shell=sh
# Like the images of providers: root cannot sign in, and the first user has a key and sudo, but no password. That user
# can sign in only at port 2222.
useradd --create-home --shell /bin/bash ubuntu
echo 'ubuntu ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/90-cloud-init-users
mkdir -m 700 /home/ubuntu/.ssh
# The tests copy the private key from /root/lab-key.
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
