# shellcheck shell=sh disable=SC2016 # expanded where it is run
# Root on RAID 1 with a single disk, as providers set up servers that may get a second one. GRUB can read it, but
# cannot clear its environment block there.
add_partition
mdadm --create /dev/md0 --run --force --level=1 --raid-devices=1 --metadata=1.2 /dev/vda4
mkfs.ext4 -q /dev/md0
mount /dev/md0 /mnt
move_system "UUID=$(blkid -s UUID -o value /dev/md0) / ext4 errors=remount-ro 0 1"
mdadm --detail --scan >>/mnt/etc/mdadm/mdadm.conf
there update-initramfs -u
install_grub
it_is 'case $(findmnt -no SOURCE /) in /dev/md*) ;; *) false ;; esac'
close_system
