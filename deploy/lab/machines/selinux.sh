# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Enforcing, with Debian's policy.
printf 'SELINUX=enforcing\nSELINUXTYPE=default\n' >/etc/selinux/config
echo 'GRUB_CMDLINE_LINUX="$GRUB_CMDLINE_LINUX security=selinux selinux=1 enforcing=1"' >/etc/default/grub.d/selinux.cfg
update-grub
it_is 'test "$(getenforce)" = Enforcing'
setfiles -F -q -e /proc -e /sys -e /dev -e /run /etc/selinux/default/contexts/files/file_contexts /
