#!/usr/bin/env bash
# networks.sh [CASE...]: runs one conversion in each of the lab's networks (deploy/lab/network.sh). The service is
# reachable only over the VPS's default route before, in and after the RAM stage. The stand-in must have the same
# network again.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
[ -n "${CASEMENT_LAB_NETWORK:-}" ] || exec deploy/lab/network.sh inside "$PWD/services/install/test/vm/networks.sh" "$@"
. services/install/test/vm/lib.sh
read -r -a all < <(deploy/lab/network.sh cases)
[ $# -gt 0 ] || set -- "${all[@]}"
failed=0
# Timeouts for hangs. An emulated machine on a busy computer takes many minutes.
limits=(--limit prepare=1200 --limit restart=900 --limit check-in=1200 --limit start=1200)

one() {
  local result=ok line seconds=$SECONDS
  boot || result='no boot'
  if [ "$result" = ok ] && ! convert "${limits[@]}"; then result=$(field state.failure.code); fi
  if [ "$result" = ok ]; then
    read_back || true
    result=$(network_is_right) && result=ok
    grep -qx verdict=ready "$work/read-back" || result="not verdict=ready"
    grep -qx up_reported=ok "$work/read-back" || result="not up_reported=ok"
    [ "$result" != ok ] || signs_in || result='no sign-in'
  fi
  [ "$result" = ok ] || tail -n 5 "$work/convert.log" "$data/lab/run/vps/serial.log" || true
  lab stop >/dev/null 2>&1 || true
  say "$network: $result after $((SECONDS - seconds)) s"
  grep -E '^(mode|mtu|address|gateway|host_route|ipv6_[a-z_]*|dns)=' "$work/read-back" 2>/dev/null | sed 's/^/         /' || true
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
