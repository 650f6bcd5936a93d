#!/usr/bin/env bash
# standin-networks.sh [CASE...]: starts only the stand-in in each of the lab's networks, with the files that an
# install provides for that network. Verifies the Windows configuration without the minutes of a conversion. Root.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
[ -n "${CASEMENT_LAB_NETWORK:-}" ] || exec deploy/lab/network.sh inside "$PWD/services/install/test/vm/standin-networks.sh" "$@"
. services/install/test/vm/lib.sh
[ $# -gt 0 ] || set -- static onlink dual dual-onlink
failed=0

# Creates injected.raw, the stand-in with the files for this network on its C:.
inject() {
  local start driver c=$work/c
  start=$(sfdisk -J "$data/lab/standin.raw" | grep -o '"start": *[0-9]*' | tail -n 1 | tr -dc 0-9)
  dd if="$data/lab/standin.raw" of="$work/c.img" bs=512 skip="$start" iflag=fullblock conv=sparse status=none
  mkdir -p "$c"
  ntfs-3g -o no_detach,big_writes "$work/c.img" "$c" 2>/dev/null &
  driver=$!
  until mountpoint -q "$c"; do kill -0 "$driver" && sleep 0.05; done
  node services/install/test/vm/windows-archive.mjs "$network" | tar -C "$c" -xf - --no-same-owner
  umount "$c"
  wait "$driver"
  cp --sparse=always "$data/lab/standin.raw" "$work/injected.raw"
  dd if="$work/c.img" of="$work/injected.raw" bs=512 seek="$start" conv=notrunc,sparse status=none
}

one() {
  local result=ok seconds=$SECONDS
  inject
  boot --base "$work/injected.raw" --no-wait
  until read_back && grep -qx end "$work/read-back"; do
    sleep 1
    [ $((SECONDS - seconds)) -lt 900 ] || break
  done
  result=$(network_is_right) && result=ok
  grep -qx verdict=ready "$work/read-back" || result='not verdict=ready'
  [ "$result" != ok ] || signs_in || result='no sign-in'
  lab stop >/dev/null 2>&1 || true
  say "$network: $result after $((SECONDS - seconds)) s"
  grep -E '^(mode|mtu|address|gateway|host_route|ipv6_[a-z_]*|dns|network|verdict)=' "$work/read-back" | sed 's/^/         /' || true
  [ "$result" = ok ]
}

exec 8>"$lock"
flock 8
for network in "$@"; do
  rm -f "$work/read-back"
  one 8>&- || failed=$((failed + 1))
done
rm -rf "$work"
say "$failed failed"
[ "$failed" = 0 ]
