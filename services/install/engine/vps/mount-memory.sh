# shellcheck shell=sh
# Mounts our own in-memory file system on $DIR, for a VPS whose folders are too small, out of inodes or noexec. Repeating it
# is harmless. Writes the guard's note again because the mount hides it.
umask 077
mkdir -p "$DIR" && [ ! -L "$DIR" ] && [ -O "$DIR" ] || exit 1
if ! grep -q "^casement $DIR " /proc/self/mounts; then
  mount -t tmpfs -o mode=700,exec,size=160m casement "$DIR" || exit 1
fi
[ -z "${INSTALL:-}" ] || printf '%s %s\n' "$INSTALL" "$EPOCH" >"$DIR/owner"
