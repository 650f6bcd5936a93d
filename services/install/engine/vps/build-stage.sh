# shellcheck shell=sh
# Builds the RAM stage from our userland, the modules of the running kernel, and this install's job. Input:
# KERNEL_IMAGE, MODULES (words; those of the disk and the network card first), MODULES_ROOT (folder above lib/modules),
# JOB_SHA256, STAGE_DIR (/boot/casement for GRUB, otherwise $DIR), GUARD (yes: the boot guard gets the kernel, which the
# stage can't read once the disk is written). Output: STAGE=path SIZE=bytes.
cd "$DIR" || exit 1
printf '%s  job.cpio.gz\n' "$JOB_SHA256" | sha256sum -c - >&2 || exit 1

# Lists modules in modprobe's load order, without duplicates. Modules built into the kernel need no file. Uses our own
# modprobe because busybox's ignores soft dependencies (ext4's crc32c), and the system's settings may forbid a module
# ("install vfat /bin/true").
rm -rf modules && mkdir -p modules/usr/lib/casement/modules || exit 1
number=100
for module in $MODULES; do
  tools/toolkit-run modprobe -C /dev/null ${MODULES_ROOT:+-d "$MODULES_ROOT"} -D "$module" 2>/dev/null
done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' >modules.list
while read -r file; do
  number=$((number + 1))
  name=$(basename "$file")
  target=modules/usr/lib/casement/modules/$number-$name
  case $name in
    # Our kmod reads .xz and .zst directly.
    *.gz) gzip -dc "$file" >"${target%.gz}" || exit 1 ;;
    *) cp "$file" "$target" || exit 1 ;;
  esac
done <modules.list
mkdir -p "$STAGE_DIR" || exit 1
# Without room for it there is no boot guard; 8 MiB stay free. Runs in a subshell, whose errors cost only the guard.
has_room() (
  free_kb() { df -Pk "$1" | awk 'NR == 2 { print $4 }'; }
  kernel_kb=$(($(wc -c <"$KERNEL_IMAGE") / 1024))
  stage_kb=$((kernel_kb + $(cat toolkit.cpio.gz job.cpio.gz | wc -c) / 1024 + $(du -sk modules | cut -f1) + 8192))
  [ "$(free_kb "$STAGE_DIR")" -gt "$stage_kb" ] && [ "$(free_kb .)" -gt $((stage_kb + kernel_kb * 2)) ]
)
kernel=modules/usr/lib/casement/vmlinuz
if [ "${GUARD:-}" = yes ] && has_room; then cp "$KERNEL_IMAGE" "$kernel" || rm -f "$kernel"; fi
(cd modules && find . | ../busybox cpio -o -H newc 2>/dev/null) >modules.cpio || exit 1
gzip -c1 modules.cpio >modules.cpio.gz || exit 1

cat toolkit.cpio.gz modules.cpio.gz job.cpio.gz >"$STAGE_DIR/stage.img" || exit 1
rm -rf modules modules.cpio modules.cpio.gz
[ -r "$KERNEL_IMAGE" ] || exit 1
sync
echo "STAGE=$STAGE_DIR/stage.img"
echo "SIZE=$(wc -c <"$STAGE_DIR/stage.img")"
echo "MODULE_COUNT=$(wc -l <modules.list)"
