# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Like the RHEL family: root and /boot on XFS, GRUB under the name grub2, and the boot entry in a file as defined by
# the Boot Loader Specification. Debian's GRUB lacks blscfg, so grub.cfg contains the equivalent of that file.
add_partition 1900M
add_partition
mkfs.xfs -q -f /dev/vda4
mkfs.xfs -q -f /dev/vda5
mount /dev/vda4 /mnt
move_system "UUID=$(blkid -s UUID -o value /dev/vda4) / xfs defaults 0 0"
boot_id=$(blkid -s UUID -o value /dev/vda5)
echo "UUID=$boot_id /boot xfs defaults 0 0" >>/mnt/etc/fstab
mv /mnt/boot /mnt/old-boot
mkdir /mnt/boot
mount /dev/vda5 /mnt/boot
rm -rf /mnt/old-boot/grub
cp -a /mnt/old-boot/. /mnt/boot/
rm -rf /mnt/old-boot
grub=/mnt/boot/grub2
mkdir -p "$grub/i386-pc" /mnt/boot/loader/entries
cp /mnt/usr/lib/grub/i386-pc/*.mod /mnt/usr/lib/grub/i386-pc/*.lst /mnt/usr/lib/grub/i386-pc/boot.img "$grub/i386-pc"
there grub-mkimage -O i386-pc -p '(hd0,gpt5)/grub2' -o /boot/grub2/i386-pc/core.img biosdisk part_gpt xfs
there grub-bios-setup --directory=/boot/grub2/i386-pc /dev/vda
there grub-editenv /boot/grub2/grubenv create
mv /mnt/usr/bin/grub-editenv /mnt/usr/bin/grub2-editenv
rm /mnt/usr/sbin/grub-reboot
cat >/mnt/usr/sbin/grub2-reboot <<'SCRIPT'
#!/bin/sh
exec grub2-editenv /boot/grub2/grubenv set next_entry="$1"
SCRIPT
chmod 755 /mnt/usr/sbin/grub2-reboot
kernel=$(uname -r)
arguments="root=UUID=$(blkid -s UUID -o value /dev/vda4) ro $(tr ' ' '\n' </proc/cmdline | grep -E '^(console|tsc|clocksource)' | tr '\n' ' ')"
cat >"/mnt/boot/loader/entries/lab-$kernel.conf" <<ENTRY
title Linux $kernel
version $kernel
linux /vmlinuz-$kernel
initrd /initrd.img-$kernel
options $arguments
ENTRY
cat >"$grub/grub.cfg" <<CONFIG
if [ -f \${config_directory}/grubenv ]; then load_env -f \${config_directory}/grubenv
elif [ -s \$prefix/grubenv ]; then load_env
fi
if [ "\${next_entry}" ] ; then
   set default="\${next_entry}"
   set next_entry=
   save_env next_entry
   set boot_once=true
else
   set default="\${saved_entry}"
fi
set timeout=0
serial --unit=0 --speed=115200
terminal_output serial
insmod xfs
search --no-floppy --fs-uuid --set=root $boot_id
menuentry "Linux $kernel" --id lab-$kernel {
  linux (\$root)/vmlinuz-$kernel $arguments
  initrd (\$root)/initrd.img-$kernel
}
if [ -f \${config_directory}/custom.cfg ]; then source \${config_directory}/custom.cfg
elif [ -z "\${config_directory}" -a -f \$prefix/custom.cfg ]; then source \$prefix/custom.cfg
fi
CONFIG
it_is 'test "$(findmnt -no FSTYPE /)$(findmnt -no FSTYPE /boot)" = xfsxfs && test -d /boot/grub2 && test ! -e /boot/grub'
close_system
