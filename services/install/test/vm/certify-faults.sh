#!/usr/bin/env bash
# certify-faults.sh [FAULT...]: what a certification must find in an image that is broken in one way (deploy/lab/break-standin.sh), each
# on a VPS of its own: that check fails, no other does, and the command ends with 1. `whole` is the stand-in as it is, which must be
# certified. Without names: all. Root.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
failed=0

# What each must be found by.
declare -A codes=([whole]=- [another-password]=PASSWORD_REFUSED [port-closed]=PORT_CLOSED [no-driver]=DRIVER_MISSING
  [not-grown]=DISK_NOT_GROWN [no-answer]=NO_ANSWER)
all=(whole another-password port-closed no-driver not-grown no-answer)

image_of() { # FAULT
  if [ "$1" = whole ]; then
    echo "$data/lab/standin.raw"
  else
    deploy/lab/break-standin.sh "$1" "$work/$1.raw" >&2
    echo "$work/$1.raw"
  fi
}

certified() { # FAULT: its exit status
  local image status=0
  image=$(image_of "$1")
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
  [ "$1" != whole ] || expected=0
  rm -f "$work/report.json"
  certified "$1" || status=$?
  [ ! -s "$work/report.json" ] || read -r seen message < <(found)
  if [ "$seen $status" = "${codes[$1]} $expected" ]; then
    say "ok   $1, $((SECONDS - began)) s: $seen: $message"
  else
    say "FAIL $1, $((SECONDS - began)) s: $seen, ended with $status; expected ${codes[$1]} and $expected: $message"
    tail -n 30 "$work/certify.log"
    failed=$((failed + 1))
  fi
}

[ $# -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do [ -n "${codes[$name]+there}" ] || { echo "$name is none of ${all[*]}" && exit 2; }; done
exec 8>"$lock"
flock 8
for name in "$@"; do try "$name" 8>&-; done
say "$failed failed"
[ "$failed" = 0 ]
