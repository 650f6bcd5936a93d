# shellcheck shell=sh disable=SC2016 # expanded where it is run
# SELinux enforces Debian's policy, in which a signed-in root is unconfined.
printf 'SELINUX=enforcing\nSELINUXTYPE=default\n' >/etc/selinux/config
echo 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX security=selinux enforcing=1"' >/etc/default/grub.d/selinux.cfg
update-grub
it_is 'test "$(getenforce)" = Enforcing && id -Z | grep unconfined_t'
setfiles -F -e /proc -e /sys -e /dev -e /run -e /boot/efi /etc/selinux/default/contexts/files/file_contexts /
