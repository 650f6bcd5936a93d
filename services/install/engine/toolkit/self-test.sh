#!/usr/bin/env bash
# self-test.sh [OUT_DIR]: unpacks the built toolkit and runs every tool in both ways it is used: below a directory of
# a foreign system (toolkit-run) and, as root, as a root file system (chroot).
set -euo pipefail
export LC_ALL=C

out=${1:-${DATA_DIR:-.data}/toolkit}
[ -s "$out/toolkit.cpio.gz" ] || { echo "build it first: services/install/engine/toolkit/build.sh" >&2 && exit 1; }
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$work"' EXIT
gzip -dc "$out/toolkit.cpio.gz" |
  (cd "$work" && "$(cd "$OLDPWD" && realpath "$out/busybox")" cpio -idm 2>/dev/null)

failed=0
# check WHAT PATTERN COMMAND...: checks that the command's stdout or stderr matches PATTERN.
check() {
  local what=$1 pattern=$2 answer
  shift 2
  answer=$("$@" </dev/null 2>&1) || true
  if grep -Eq -- "$pattern" <<<"$answer"; then
    printf 'ok   %s\n' "$what"
  else
    printf 'FAIL %s: %s\n' "$what" "${answer:0:200}" && failed=1
  fi
}

# TLS server with a self-signed certificate. curl must have read the CA bundle to reject it with this error.
tls_server() {
  "$work/toolkit-run" openssl req -x509 -newkey ed25519 -noenc -days 1 -subj /CN=self-test \
    -config /dev/null -keyout "$work/tmp/key" -out "$work/tmp/cert" 2>/dev/null
  port=$((20000 + $$ % 20000))
  "$work/toolkit-run" openssl s_server -quiet -accept "127.0.0.1:$port" -key "$work/tmp/key" -cert "$work/tmp/cert" \
    </dev/null >/dev/null 2>&1 &
  server=$!
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$server"; done
}

# all_tools HOW PATH COMMAND...: runs each tool through COMMAND and checks its output.
all_tools() {
  local how=$1 path=$2
  shift 2
  check "$how busybox" '^BusyBox v' "$@" busybox
  check "$how applet awk" '^42$' "$@" awk 'BEGIN { print 42 }'
  [ -z "$path" ] || check "$how sh prefers the tool to the applet" 'from util-linux' \
    "$@" sh -c "PATH=$path; blkdiscard --version"
  check "$how blkdiscard" '^blkdiscard from util-linux' "$@" blkdiscard --version
  check "$how curl" '^Protocols: .*https' "$@" curl --version
  check "$how curl, CA bundle" 'self-signed certificate' "$@" curl -sS "https://127.0.0.1:$port/"
  check "$how efibootmgr" '^version ' "$@" efibootmgr --version
  check "$how hivexsh" '^hivexsh \[-dfwu]' "$@" hivexsh -h
  # Its conversions have an absolute path, so they work only in a root file system.
  [ -z "$path" ] || check "$how hivexsh reads a boot store" '^\{00000000-' "$@" hivexsh -f /tmp/loader /tmp/BCD
  check "$how kexec" '^kexec-tools ' "$@" kexec --version
  check "$how kmod, .ko.xz and .ko.zst" '\+ZSTD \+XZ' "$@" kmod --version
  check "$how modprobe" '^kmod version' "$@" modprobe --version
  check "$how insmod" '^kmod version' "$@" insmod --version
  check "$how ntfs-3g" '^ntfs-3g .*integrated FUSE' "$@" ntfs-3g --version
  check "$how ntfs-3g.probe" '^ntfs-3g.probe ' "$@" ntfs-3g.probe --version
  check "$how ntfsfix" 'ntfsfix v' "$@" ntfsfix --version
  check "$how ntfsresize" 'ntfsresize v' "$@" ntfsresize --version
  check "$how openssl" '^OpenSSL 3' "$@" openssl version
  check "$how partx" '^partx from util-linux' "$@" partx --version
  check "$how sfdisk" '^sfdisk from util-linux' "$@" sfdisk --version
  check "$how sgdisk" '^GPT fdisk' "$@" sgdisk --version
  check "$how sha256sum" '^e3b0c44298fc1c149afbf4c8996fb924' "$@" sha256sum
  check "$how xz" '^xz ' "$@" xz --version
  check "$how zstd" 'Zstandard CLI' "$@" zstd --version
}

check 'GRUB for the boot guard' '^3$' sh -c "ls '$work/usr/lib/casement/grub' | grep -cE '^(boot.img|core.img|core.efi)$'"
gzip -dc "$(dirname "$0")/../../../../deploy/lab/standin/BCD.gz" >"$work/tmp/BCD"
printf '%s\n' 'cd \Objects\{9dea862c-5cdd-4e70-acc1-f32b344d4795}\Elements\23000003' 'lsval Element' >"$work/tmp/loader"
tls_server
all_tools toolkit-run "" "$work/toolkit-run"
if [ "$(id -u)" = 0 ]; then
  all_tools chroot /usr/sbin:/usr/bin chroot "$work"
else
  echo 'not run without root: the tools inside a chroot'
fi
exit "$failed"
