# shellcheck shell=sh
# Longest host name that Linux accepts, with upper case, dots and hyphens.
name=WEB-01.A-Name-That-Is-As-Long-As-Linux-Takes-It.Example.Co.Id-64
echo $name >/etc/hostname
sed -i 's/ vps$//' /etc/hosts
echo "test \"\$(uname -n)\" = $name" >/etc/lab-it-is
