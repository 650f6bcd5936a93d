#!/usr/bin/env bash
# certify-faults.sh [FAULT...]: what a certification must find in an image that is broken in one way (deploy/lab/break-standin.sh), each
# on a VPS of its own: that check fails, no other does, and the command ends with 1. `whole` is the stand-in as it is, which must be
# certified, as must `built` and `built-uefi`: the image of the stand-in that the builder makes of an ISO, for each firmware
# (built-image.mjs). Without names: all. Root.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
failed=0
# Of a larger one no more would be seen, and each way would take longer: it is written and read back each time.
export STANDIN_MIB=${STANDIN_MIB:-256}

# What each must be found by.
declare -A codes=([whole]=- [built]=- [built-uefi]=- [another-password]=PASSWORD_REFUSED [port-closed]=PORT_CLOSED
  [no-driver]=DRIVER_MISSING [not-grown]=DISK_NOT_GROWN [no-answer]=NO_ANSWER)
all=(whole built another-password port-closed no-driver not-grown no-answer built-uefi)

image_of() { # FAULT
  local built=$work/$1.raw
  case $1 in
    whole) built=$data/lab/standin.raw ;;
    built) node services/install/test/vm/built-image.mjs bios "$built" >&2 ;;
    built-uefi) lab build full && node services/install/test/vm/built-image.mjs uefi "$built" >&2 ;;
    *) deploy/lab/break-standin.sh "$1" "$built" >&2 ;;
  esac
  echo "$built"
}

certified() { # FAULT: its exit status
  local image status=0
  image=$(image_of "$1" 2>"$work/image.log")
  node services/install/dist/cli/certify-image.js "$image" --report "$work/report.json" --limit start=300 \
    --limit verify=90 --limit again=1 --limit late-again=1 >"$work/certify.log" 2>&1 || status=$?
  rm -f "$work/$1.raw"
  return "$status"
}

# The codes of all checks that fail, or -, and what the first says.
found() {
  node -e 'const { checks } = JSON.parse(require("fs").readFileSync(process.argv[1]));
    const failed = checks.filter((c) => c.result === "failed");
    console.log(failed.map((c) => c.code).join(",") || "-", failed[0]?.message ?? "certified")' "$work/report.json"
}

try() { # FAULT
  local status=0 expected=1 began=$SECONDS seen=none message='no report'
  [ "${codes[$1]}" != - ] || expected=0
  rm -f "$work/report.json" "$work/certify.log"
  certified "$1" || status=$?
  [ ! -s "$work/report.json" ] || read -r seen message < <(found)
  if [ "$seen $status" = "${codes[$1]} $expected" ]; then
    say "ok   $1, $((SECONDS - began)) s: $seen: $message"
  else
    say "FAIL $1, $((SECONDS - began)) s: $seen, ended with $status; expected ${codes[$1]} and $expected: $message"
    tail -n 30 "$work/image.log" "$work/certify.log"
    failed=$((failed + 1))
  fi
}

[ $# -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do [ -n "${codes[$name]+there}" ] || { echo "$name is none of ${all[*]}" && exit 2; }; done
exec 8>"$lock"
flock 8
lab build 8>&-
for name in "$@"; do try "$name" 8>&-; done
say "$failed failed"
[ "$failed" = 0 ]
