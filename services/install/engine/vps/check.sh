# shellcheck shell=sh
# check.sh: prepended to unpack-tools.sh and probe.sh if a VPS is only examined. Our tools are then in memory
# (/dev/shm), the disk is not modified, and everything is removed when this script ends, however it ends. Input: DIR
# (/dev/shm/casement-check.ID.EPOCH).
set -u
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 077
# Any user may write to /dev/shm, so files of other users are neither run nor removed.
is_ours() { [ ! -L "$1" ] && [ -O "$1" ]; }
is_ours "$DIR" || exit 1
remove='umount -l "$0" 2>/dev/null; rm -rf "$0"'
trap 'cd / && sh -c "$remove" "$DIR"' EXIT
trap 'exit 1' HUP INT TERM
# Folders left by a crashed worker: of this check, and of any other check if they are old.
for old in "${DIR%.*}".*; do
  is_ours "$old" && [ "${old##*.}" -lt "${DIR##*.}" ] && sh -c "$remove" "$old"
done
find "${DIR%/*}" -maxdepth 1 -name 'casement-check.*' -user "$(id -u)" -mmin +60 -exec sh -c "$remove" {} \; 2>/dev/null
