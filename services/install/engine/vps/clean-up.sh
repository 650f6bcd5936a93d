# shellcheck shell=sh
# Removes everything of ours from the customer's Linux, and prints what could not be removed.
# Needs nothing but the system's own tools. Doing it again, or on a clean system, is harmless.
if [ -e "$BOOT_DIR" ] || grep -qs casement /boot/grub/custom.cfg /boot/grub2/custom.cfg; then
  for grub in /boot/grub /boot/grub2; do
    [ -d "$grub" ] || continue
    if grep -qs '^next_entry=casement' "$grub/grubenv"; then
      for tool in grub-editenv grub2-editenv; do
        command -v "$tool" >/dev/null 2>&1 && "$tool" "$grub/grubenv" unset next_entry && break
      done
    fi
    # Our lines stand between two marks; what the customer has in this file stays, and an empty file goes.
    if grep -qs '^# casement begin' "$grub/custom.cfg"; then
      sed '/^# casement begin/,/^# casement end/d' "$grub/custom.cfg" >"$grub/custom.cfg.casement" &&
        cat "$grub/custom.cfg.casement" >"$grub/custom.cfg"
      rm -f "$grub/custom.cfg.casement"
      [ -s "$grub/custom.cfg" ] || rm -f "$grub/custom.cfg"
    fi
  done
fi
# A kernel that was loaded and never started would be started by the next "systemctl kexec".
[ "$(cat /sys/kernel/kexec_loaded 2>/dev/null)" = 1 ] && [ -x "$DIR/tools/toolkit-run" ] &&
  "$DIR/tools/toolkit-run" kexec -u
rm -rf "$BOOT_DIR" "$DIR"
sync
for left in "$DIR" "$BOOT_DIR"; do [ -e "$left" ] && echo "LEFT=$left"; done
for grub in /boot/grub /boot/grub2; do
  grep -qs casement "$grub/custom.cfg" && echo "LEFT=$grub/custom.cfg"
  grep -qs '^next_entry=casement' "$grub/grubenv" && echo "LEFT=$grub/grubenv"
done
echo "CLEAN=1"
