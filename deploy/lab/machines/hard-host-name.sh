# shellcheck shell=sh
# As long as Linux takes one, with all that others are surprised by: upper case, dots, hyphens.
name=WEB-01.A-Name-That-Is-As-Long-As-Linux-Takes-It.Example.Co.Id-64
echo $name >/etc/hostname
sed -i 's/ vps$//' /etc/hosts
echo "test \"\$(uname -n)\" = $name" >/etc/lab-it-is
