#!/usr/bin/env bash
# configured.sh: converts to an image that is already set up (ImageState COMPLETE) and has a local policy. The
# stand-in must find start-up scripts instead of an answer file, and the policy must be preserved. Root.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
. services/install/test/vm/lib.sh
image=$work/configured.raw
result=ok

# Windows writes State.ini in UTF-16.
make_image() {
  local start driver c=$work/c
  start=$(sfdisk -J "$data/lab/standin.raw" | grep -o '"start": *[0-9]*' | tail -n 1 | tr -dc 0-9)
  dd if="$data/lab/standin.raw" of="$work/c.img" bs=512 skip="$start" iflag=fullblock conv=sparse status=none
  mkdir "$c"
  ntfs-3g -o no_detach "$work/c.img" "$c" 2>/dev/null &
  driver=$!
  until mountpoint -q "$c"; do kill -0 "$driver" && sleep 0.05; done
  printf '[State]\r\nImageState=IMAGE_STATE_COMPLETE\r\n' | iconv -t UTF-16 >"$c/Windows/Setup/State/State.ini"
  printf '[General]\r\nVersion=65537\r\n' >"$c/Windows/System32/GroupPolicy/gpt.ini"
  sha256sum <"$c/Windows/System32/GroupPolicy/gpt.ini" | cut -d' ' -f1 >"$c/Windows/casement-lab-policy.sha256"
  umount "$c"
  wait "$driver"
  cp --sparse=always "$data/lab/standin.raw" "$image"
  dd if="$work/c.img" of="$image" bs=512 seek="$start" conv=notrunc,sparse status=none
}

exec 8>"$lock"
flock 8
make_image
boot 8>&-
IMAGE=$image convert --limit check-in=1200 --limit start=1200 --store "$work/store" || result=$(field state.failure.code)
if [ "$result" = ok ]; then
  read_back || true
  for line in image=configured policy=ok setupcomplete=ok password=ok network=ok verdict=ready up_reported=ok; do
    grep -qx "$line" "$work/read-back" || result="not $line"
  done
  [ "$result" != ok ] || signs_in || result='no sign-in'
fi
[ "$result" = ok ] || tail -n 5 "$work/convert.log" "$data/lab/run/vps/serial.log"
lab stop >/dev/null 2>&1 || true
rm -rf "$work"
say "configured image: $result"
[ "$result" = ok ]
