#!/usr/bin/env bash
# certify-faults.sh [FAULT...]: certifies images that are broken in one way (deploy/lab/break-standin.sh), each on a
# separate VPS. Only the matching check must fail, and the command must exit with 1. `whole` is the unmodified
# stand-in, which must be certified. So must `built` and `built-uefi`, the images that the builder makes of it from an
# ISO for each firmware (built-image.mjs). Without names: all. Root.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
failed=0
# A larger image would find no more errors and take longer, because it is written and read back for each fault.
export STANDIN_MIB=${STANDIN_MIB:-256}

# Expected failure code of each fault.
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

# Prints the codes of all failed checks, or -, and the message of the first.
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
