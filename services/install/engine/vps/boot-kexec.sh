# shellcheck shell=sh
# Loads our stage with kexec while the current kernel runs. Changes no boot setting. Input: KERNEL_IMAGE, STAGE, ARGS,
# SIGNED (yes under lockdown: only a signed kernel through the file call).
run=$DIR/tools/toolkit-run
way=-a
[ "$SIGNED" = yes ] && way=-s
"$run" kexec "$way" -l "$KERNEL_IMAGE" --initrd="$STAGE" --command-line="$ARGS" >&2 ||
  case $? in 126 | 127 | 137) exit 97 ;; *) exit 1 ;; esac
[ "$(cat /sys/kernel/kexec_loaded)" = 1 ] || exit 1
sync
