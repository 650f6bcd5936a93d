# shellcheck shell=sh
# Makes GRUB boot our stage at the next boot only. update-grub is never run. --unrestricted: if GRUB has superusers,
# it would otherwise wait for a name and a password at the console. Input: GRUB_DIR, GRUB_REBOOT, KERNEL_IMAGE, STAGE,
# ARGS (kernel arguments).
relative() { # a path as GRUB sees it: from the root of the file system it lies on
  mount=$(df -P "$1" | awk 'NR == 2 { print $6 }')
  case $mount in /) printf '%s' "$1" ;; *) printf '%s' "${1#"$mount"}" ;; esac
}
root_number() { awk '$5 == "/" { number = $3 } END { print number }' /proc/self/mountinfo; }
uuid_of() { # of the file system a path lies on
  device=$(df -P "$1" | awk 'NR == 2 { print $1 }')
  [ -b "$device" ] || device=$(awk '$5 == "/" { for (i = 7; $i != "-"; i++); print $(i + 2) }' /proc/self/mountinfo)
  # A kernel without an initrd names the root file system /dev/root, which may not exist (Ubuntu's cloud images).
  [ -b "$device" ] || device=/dev/$(sed -n 's/^DEVNAME=//p' "/sys/dev/block/$(root_number)/uevent")
  # Busybox's blkid has no -s and no -o.
  blkid "$device" | sed -n 's/.* UUID="\([^"]*\)".*/\1/p'
}
[ -s "$STAGE" ] && [ -r "$KERNEL_IMAGE" ] || exit 1
stage_uuid=$(uuid_of "$STAGE")
kernel_uuid=$(uuid_of "$KERNEL_IMAGE")
[ -n "$stage_uuid" ] && [ -n "$kernel_uuid" ] || exit 1

custom=$GRUB_DIR/custom.cfg
{
  # Removes our earlier entry to avoid duplicates. The customer's own lines stay.
  [ -e "$custom" ] && sed '/^# casement begin/,/^# casement end/d' "$custom"
  cat <<ENTRY
# casement begin
if [ "\${default}" = "casement-stage" ]; then set timeout=0; set fallback=0; fi
menuentry "Casement" --unrestricted --id casement-stage {
  search --no-floppy --fs-uuid --set=root $kernel_uuid
  linux $(relative "$KERNEL_IMAGE") $ARGS
  search --no-floppy --fs-uuid --set=root $stage_uuid
  initrd $(relative "$STAGE")
}
# casement end
ENTRY
} >"$DIR/custom.cfg" || exit 1
cat "$DIR/custom.cfg" >"$custom" || exit 1
"$GRUB_REBOOT" casement-stage || exit 1
grep -q '^next_entry=casement-stage' "$GRUB_DIR/grubenv" || exit 1
sync
