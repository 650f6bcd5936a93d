#!/usr/bin/env bash
# link.sh [DELAY_MS [LOSS_PERCENT [KEYS]]]: compares the desktop in the browser with FreeRDP's own client on the same
# slow link to the same FreeRDP server, alternating in one run. DELAY_MS is one-way. The defaults are 100, 1 and 150.
# Exits with 1 if the browser's key-to-screen time (median or p95) exceeds 1.5 times the native client's, or its frame
# rate is below 1/1.5 of the native client's. Needs root for the two namespaces. Takes five minutes.
set -euo pipefail
cd "$(dirname "$0")"
delay=${1:-100} loss=${2:-1} keys=${3:-150} seconds=20
for program in Xvfb freerdp-shadow-cli xfreerdp chromium-headless-shell ip; do
  command -v "$program" >/dev/null || missing=1
done
if [ -n "${missing:-}" ] || ! /usr/bin/python3 -c 'import Xlib' 2>/dev/null; then
  echo 'needs these: apt-get install chromium-headless-shell freerdp2-shadow-x11 freerdp2-x11 iproute2 python3-xlib xvfb' >&2
  exit 1
fi
near=casement-near-$$ far=casement-far-$$
account=Administrator password=Casement-Link-1
work=$(mktemp -d)
finish() {
  trap - EXIT INT TERM
  for namespace in "$near" "$far"; do
    ip netns pids "$namespace" 2>/dev/null | xargs -r kill 2>/dev/null || true
    ip netns del "$namespace" 2>/dev/null || true
  done
  jobs -p | xargs -r kill 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

in_near() { ip netns exec "$near" env HOME="$work" "$@"; }
in_far() { ip netns exec "$far" env HOME="$work" "$@"; }
# until_says FILE TEXT: waits until a started program has written TEXT.
until_says() {
  for _ in $(seq 300); do
    grep -qs "$2" "$work/$1" && return
    sleep 0.1
  done
  cat "$work/$1" >&2
  exit 1
}
screen_of() { # NAMESPACE NAME SIZE: an X server of its own; prints its display
  "in_$1" Xvfb -displayfd 1 -screen 0 "$3x24" -nolisten tcp -noreset >"$work/$2" 2>/dev/null &
  until_says "$2" '^[0-9]'
}

npx vite build --config "$PWD/vite.config.mjs" --outDir "$work/page" >&2

ip netns add "$near"
ip netns add "$far"
/usr/bin/python3 slow-link.py "$near" "$far" "$delay" "$loss" >"$work/link" &
until_says link ready

screen_of far far-screen 800x600
in_far env DISPLAY=":$(cat "$work/far-screen")" /usr/bin/python3 screen.py >"$work/screen" 2>/dev/null &
until_says screen ready
hash=$(node -e "
  import('@casement/install-engine/rdp/ntlm/md4.js').then(({ md4 }) =>
    console.log(md4(Buffer.from(process.argv[1], 'utf16le')).toString('hex')))" "$password")
echo "$account:::$hash:::" >"$work/sam"
in_far env DISPLAY=":$(cat "$work/far-screen")" freerdp-shadow-cli /bind-address:10.99.0.2 /port:3389 /sec:nla +auth \
  "/sam-file:$work/sam" >"$work/shadow" 2>&1 &
sleep 2
in_far node far-side.mjs 10.99.0.2 3389 "$account" "$password" >"$work/connection" &
until_says connection '^{'

screen_of near near-screen 800x600
native() {
  # Not wrapped in a function: the kill would hit the function's shell instead of the client.
  ip netns exec "$near" env HOME="$work" DISPLAY=":$(cat "$work/near-screen")" \
    xfreerdp /v:10.99.0.2 "/u:$account" "/p:$password" /cert:ignore /size:800x600 /f >"$work/native" 2>&1 &
  local client=$!
  sleep 8
  in_near env DISPLAY=":$(cat "$work/near-screen")" /usr/bin/python3 native.py "$keys" "$seconds"
  kill "$client"
  wait "$client" 2>/dev/null || true
}
echo "a link of $delay ms each way, $loss % lost"
native >"$work/native.json"
in_near node browser.mjs "$(cat "$work/connection")" "$keys" "$seconds" "$work/page" >"$work/browser.json"
node report.mjs "$work/native.json" "$work/browser.json"
