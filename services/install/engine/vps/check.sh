# shellcheck shell=sh
# check.sh: stands before unpack-tools.sh and probe.sh where a VPS is only examined. Our tools lie in memory then
# (/dev/shm), nothing on the disk is touched, and all of it goes with this script, however it ends.
# Set before it: DIR (/dev/shm/casement-check.ID.EPOCH).
set -u
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 077
# Any user may write to /dev/shm: nothing is run from, or removed of, what another one has put there.
is_ours() { [ ! -L "$1" ] && [ -O "$1" ]; }
is_ours "$DIR" || exit 1
trap 'cd / && rm -rf "$DIR"' EXIT
trap 'exit 1' HUP INT TERM
# What a worker that died has left: of this check, and of any other once it is old.
for old in "${DIR%.*}".*; do
  is_ours "$old" && [ "${old##*.}" -lt "${DIR##*.}" ] && rm -rf "$old"
done
find "${DIR%/*}" -maxdepth 1 -name 'casement-check.*' -user "$(id -u)" -mmin +60 -exec rm -rf {} + 2>/dev/null
