#!/usr/bin/env bash
# soak.sh [COUNT] [WAY...]: COUNT conversions (10) in a row by each way (grub kexec), each from a fresh VPS. Each must
# end with a working remote desktop and a stand-in that accepts password, port and network. Prints a table of the
# phases' seconds and stores it in $DATA_DIR/lab/soak.tsv.
set -euo pipefail
# shellcheck source=services/install/test/vm/lib.sh
. "$(dirname "$0")/lib.sh"
count=${1:-10}
shift || true
ways=("$@")
[ "${#ways[@]}" -gt 0 ] || ways=(grub kexec)
table=$data/lab/soak.tsv
printf 'way\trun\tresult\ttotal\tconnecting\tchecking\tpreparing\trebooting\twriting\tconfiguring\tstarting\tverifying\n' >"$table"

one() { # WAY RUN
  local result=ok
  boot --qmp "$work/qmp" || result='no boot'
  if [ "$result" = ok ] && ! convert --boot "$1" --limit check-in=240 --limit start=240; then result=$(field state.failure.code); fi
  if [ "$result" = ok ]; then
    lab read-back >"$work/read-back" 2>&1 || true
    for line in verdict=ready password=ok network=ok port=ok unattend=ok setupcomplete=ok up_reported=ok; do
      grep -qx "$line" "$work/read-back" || result="not $line"
    done
    [ "$result" != ok ] || signs_in || result='no sign-in'
  fi
  # The state of a hanging machine can be read only while it runs.
  [ "$result" = ok ] || node services/install/test/vm/registers.mjs "$work/qmp" >"$data/lab/soak-$1-$2.registers" 2>&1 || true
  [ "$result" = ok ] || { tail -n 5 "$work/convert.log" && cp "$data/lab/run/vps/serial.log" "$data/lab/soak-$1-$2.log"; }
  lab stop >/dev/null 2>&1 || true
  node -e 'const [file, way, run, result] = process.argv.slice(1);
    let p = {}; try { p = JSON.parse(require("fs").readFileSync(file, "utf8")).phases } catch {}
    const names = ["Connecting","Checking","Preparing","Rebooting","Writing","Configuring","Starting Windows","Verifying RDP"];
    const s = names.map((n) => (p[n] ?? 0).toFixed(1));
    const total = Object.values(p).reduce((a, b) => a + b, 0).toFixed(1);
    console.log([way, run, result, total, ...s].join("\t"))' "$work/report.json" "$1" "$2" "$result" | tee -a "$table"
  [ "$result" = ok ]
}

failed=0
for way in "${ways[@]}"; do
  for run in $(seq "$count"); do
    exec 8>"$lock"
    flock 8
    one "$way" "$run" 8>&- || failed=$((failed + 1))
    exec 8>&-
  done
done
rm -rf "$work"
say "$((count * ${#ways[@]} - failed)) completed, $failed failed; table in $table"
[ "$failed" = 0 ]
