# shellcheck shell=sh
# Loads our stage beside the running kernel. Changes no boot setting.
# Given: KERNEL_IMAGE, STAGE, ARGS, SIGNED (yes under lockdown: only a signed kernel through the file call).
run=$DIR/tools/toolkit-run
way=-a
[ "$SIGNED" = yes ] && way=-s
"$run" kexec "$way" -l "$KERNEL_IMAGE" --initrd="$STAGE" --command-line="$ARGS" >&2 || exit 1
[ "$(cat /sys/kernel/kexec_loaded)" = 1 ] || exit 1
sync
