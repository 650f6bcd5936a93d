#!/usr/bin/env bash
# faults.sh [NAME...]: provokes failures on a real machine and checks that each has its own code. Before the commit
# the VPS must return to Linux without our files. Without names: all. MACHINE chooses one of deploy/lab/machines.txt.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
failed=0
booted=

fresh() { # [boot options]: a fresh VPS, as only those faults need that change it
  [ -z "$booted" ] || lab stop >/dev/null 2>&1 || true
  boot ${MACHINE:+--machine "$MACHINE"} "$@"
  booted=1
}

expect() { # NAME CODE STATUS
  local code status
  code=$(field state.failure.code) status=$(field state.status)
  if [ "$code" = "$2" ] && [ "$status" = "$3" ]; then
    say "ok   $1: $status $code: $(field state.failure.message)"
  else
    say "FAIL $1: $status $code, expected $3 $2"
    tail -n 3 "$work/convert.log"
    failed=$((failed + 1))
  fi
}

nothing_of_ours() { # NAME
  local left
  left=$(things_of_ours | on_linux || echo 'Linux does not answer')
  if [ -z "$left" ]; then
    say "ok   $1: Linux answers, nothing of ours on it"
  else
    say "FAIL $1: left: $left"
    failed=$((failed + 1))
  fi
}

# when TEXT COMMAND...: runs a command as soon as the next conversion prints TEXT.
when() {
  local text=$1
  shift
  rm -f "$work/convert.log"
  (until grep -qs "$text" "$work/convert.log"; do sleep 0.2; done && "$@" >/dev/null 2>&1) &
}

# Uses no machine: the writer runs on a file, and its server corrupts chunks while they are written.
spoiled_while_written() {
  if node services/install/test/stage/write-on-file.mjs >"$work/convert.log" 2>&1; then
    say "ok   $1: every chunk was seen to be wrong and fetched again"
  else
    say "FAIL $1"
    tail -n 20 "$work/convert.log"
    failed=$((failed + 1))
  fi
}

wrong_password() {
  CASEMENT_ROOT_PASSWORD=wrong convert || true
  expect "$1" SSH_AUTH_FAILED failed
  nothing_of_ours "$1"
}

not_root() {
  convert --user user || true
  expect "$1" SUDO_REFUSED failed
  nothing_of_ours "$1"
}

refused_address() {
  convert --host 10.0.0.1 || true
  expect "$1" ADDRESS_REFUSED failed
}

silent_listener() {
  node -e 'require("net").createServer((s) => s.on("error", () => {})).listen(2299, "127.0.0.10")' &
  local listener=$!
  convert --port 2299 || true
  kill "$listener"
  expect "$1" SSH_SILENT failed
}

small_disk() {
  cp --sparse=always "${IMAGE:-$data/lab/standin.raw}" "$work/large.raw"
  truncate -s 6G "$work/large.raw"
  IMAGE=$work/large.raw convert --store "$work/store" || true
  rm -f "$work/large.raw"
  expect "$1" DISK_TOO_SMALL failed
  nothing_of_ours "$1"
}

# Creates a separate store with one modified chunk.
spoil() { # WHICH (0 first, -1 last, 1 second) HOW
  rm -rf "$work/store"
  CASEMENT_ROOT_PASSWORD=wrong convert --store "$work/store" || true
  # shellcheck disable=SC2016 # not for the shell
  node -e 'const fs = require("fs"), [dir, which, how] = process.argv.slice(1);
    const manifest = fs.readdirSync(`${dir}/manifests`)[0];
    const chunks = JSON.parse(fs.readFileSync(`${dir}/manifests/${manifest}`)).chunks.filter((c) => c.zstd);
    const { zstd } = chunks.at(Number(which));
    const path = `${dir}/chunks/${zstd.slice(0, 2)}/${zstd}.zst`, bytes = fs.readFileSync(path);
    if (how === "cut") fs.truncateSync(path, bytes.length - 1000);
    else { bytes[bytes.length >> 1] ^= 1; fs.writeFileSync(path, bytes); }' "$work/store" "$1" "$2"
}

corrupt_chunk_seen_before() {
  spoil 0 flip
  convert --store "$work/store" || true
  expect "$1" CHUNK_CORRUPT failed
  nothing_of_ours "$1"
}

truncated_chunk_seen_before() {
  spoil -1 cut
  convert --store "$work/store" || true
  expect "$1" CHUNK_TRUNCATED failed
  nothing_of_ours "$1"
}

# The stage starts but never reaches the service, so its own deadline must restore Linux. Uses GRUB, because the lab's
# VPS must be bootable that way.
stage_without_service() {
  node services/install/test/vm/proxy.mjs 8799 "$work/cut" &
  local proxy=$!
  when Rebooting touch "$work/cut"
  convert --boot grub --listen 127.0.0.1:8798 --agent-url http://10.0.2.2:8799 --limit deadline=25 || true
  kill "$proxy"
  expect "$1" STAGE_NOT_STARTED failed
  nothing_of_ours "$1"
}

# Cuts the power while the installer is being assembled.
cut_before_commit() {
  fresh
  when Preparing lab stop
  convert --limit prepare=15 --limit arm=10 --limit restart=10 --limit check-in=30 --limit restore=10 || true
  booted=
  case $(field state.failure.code) in
    SSH_*) expect "$1" "$(field state.failure.code)" failed ;;
    *) expect "$1" STAGE_SILENT failed ;;
  esac
  say "     may remain: $(field state.restored.left)"
}

corrupt_chunk_after_commit() {
  fresh
  spoil 1 flip
  convert --store "$work/store" --limit stuck=20 || true
  expect "$1" CHUNK_CORRUPT manual_review
}

cut_after_commit() {
  fresh
  when 'Writing ' lab stop
  convert --limit silence=20 || true
  booted=
  expect "$1" AGENT_LOST manual_review
}

# Three of four origins fail while the disk is written. The disk must still be correct, no image byte may use our own
# route, and no origin may receive the token.
failing_origins() {
  # The store must contain the image before the origins do, without a chunk corrupted by another fault.
  rm -rf "$work/store"
  CASEMENT_ROOT_PASSWORD=wrong convert --store "$work/store" || true
  node services/install/test/vm/origins.mjs "$work/store" "$work" 8798 8799 &
  local origins=$!
  until [ -e "$work/origins.json" ]; do sleep 0.1; done
  convert --store "$work/store" --origins "$work/origins.json" --listen 127.0.0.1:8798 \
    --agent-url http://10.0.2.2:8799 || true
  kill "$origins"
  wait "$origins" || true
  say "     bytes after the commit: $(cat "$work/bytes.json")"
  if [ "$(field state.status)" = completed ] && node -e 'const b = JSON.parse(require("fs").readFileSync(process.argv[1]));
    process.exit(b.own === 0 && !b.tokensShown && [b.dying, b.corrupt, b.slow, b.good].every((n) => n > 0) ? 0 : 1)' \
    "$work/bytes.json"; then
    say "ok   $1: completed; every origin was asked, our own route for nothing"
  else
    say "FAIL $1: $(field state.status) $(field state.origins)"
    tail -n 20 "$work/convert.log"
    failed=$((failed + 1))
  fi
  lab stop >/dev/null 2>&1 || true
  booted=
}

# The conversion succeeds until Windows starts in an unexpected state. Short limits end the three password attempts
# soon.
after_the_restart() { # NAME STANDIN CODE
  fresh --standin "$2"
  convert --limit start=60 --limit verify=60 --limit again=1 --limit late-again=1 || true
  expect "$1" "$3" manual_review
}

ssh_after_the_restart() { after_the_restart "$1" ssh WINDOWS_NOT_RDP; }
no_service() { after_the_restart "$1" silent WINDOWS_SILENT; }
# FreeRDP's server closes the connection on a wrong password, without a reason.
another_password() { after_the_restart "$1" another-password RDP_SIGN_IN_LOST; }
without_nla() { after_the_restart "$1" no-nla RDP_NLA_MISSING; }
locked_account() { after_the_restart "$1" locked RDP_ACCOUNT_LOCKED; }

all=(spoiled_while_written wrong_password not_root refused_address silent_listener corrupt_chunk_seen_before
  truncated_chunk_seen_before small_disk stage_without_service cut_before_commit
  failing_origins corrupt_chunk_after_commit cut_after_commit ssh_after_the_restart no_service another_password without_nla
  locked_account)
[ $# -gt 0 ] || set -- "${all[@]}"
exec 8>"$lock"
flock 8
fresh 8>&-
for name in "$@"; do
  # A VPS changed by the previous fault cannot be reused.
  [ -n "$booted" ] || fresh 8>&-
  "$name" "$name" 8>&-
done
lab stop >/dev/null 2>&1 || true
rm -rf "$work"
say "$failed failed"
[ "$failed" = 0 ]
