# shellcheck shell=sh
# Removes all of our files from the customer's Linux and prints those that could not be removed. Needs only the
# system's own tools. Safe to repeat and to run on a clean system.
if [ -e "$BOOT_DIR" ] || grep -qs casement /boot/grub/custom.cfg /boot/grub2/custom.cfg; then
  for grub in /boot/grub /boot/grub2; do
    [ -d "$grub" ] || continue
    if grep -qs '^next_entry=casement' "$grub/grubenv"; then
      for tool in grub-editenv grub2-editenv; do
        command -v "$tool" >/dev/null 2>&1 && "$tool" "$grub/grubenv" unset next_entry && break
      done
    fi
    # Our lines are between two markers. The customer's lines in this file stay; an empty file is removed.
    if grep -qs '^# casement begin' "$grub/custom.cfg"; then
      sed '/^# casement begin/,/^# casement end/d' "$grub/custom.cfg" >"$grub/custom.cfg.casement" &&
        cat "$grub/custom.cfg.casement" >"$grub/custom.cfg"
      rm -f "$grub/custom.cfg.casement"
      [ -s "$grub/custom.cfg" ] || rm -f "$grub/custom.cfg"
    fi
  done
fi
# A loaded kernel that was never started would be started by the next "systemctl kexec".
[ "$(cat /sys/kernel/kexec_loaded 2>/dev/null)" = 1 ] && [ -x "$DIR/tools/toolkit-run" ] &&
  "$DIR/tools/toolkit-run" kexec -u
grep -qs "^casement $DIR " /proc/self/mounts && umount -l "$DIR"
rm -rf "$BOOT_DIR" "$DIR"
sync
for left in "$DIR" "$BOOT_DIR"; do [ -e "$left" ] && echo "LEFT=$left"; done
for grub in /boot/grub /boot/grub2; do
  grep -qs casement "$grub/custom.cfg" && echo "LEFT=$grub/custom.cfg"
  grep -qs '^next_entry=casement' "$grub/grubenv" && echo "LEFT=$grub/grubenv"
done
echo "CLEAN=1"
