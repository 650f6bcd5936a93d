# shellcheck shell=bash
# Sourced by the runs on real virtual machines (deploy/lab): boot, convert, inspect.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
cd "$root" || exit 1
data=${DATA_DIR:-.data}
# Prevents two concurrent runs, which would make each other time out on two cores.
# shellcheck disable=SC2034 # for the scripts that source this
lock=${VM_LOCK:-$data/lab/vm.lock}
work=$(mktemp -d)
export CASEMENT_ROOT_PASSWORD=${CASEMENT_ROOT_PASSWORD:-Lab-Pass-1}
# Contains characters that a shell, a batch file or XML could misinterpret.
export CASEMENT_RDP_PASSWORD=${CASEMENT_RDP_PASSWORD:-"4 %PATH% ^& <\"quoted\"> 'x' !y! \$z é"}
rdp_hash=$(printf %s "$CASEMENT_RDP_PASSWORD" | sha256sum | cut -d' ' -f1)

say() { echo "$(date +%H:%M:%S) $*"; }

lab() { deploy/lab/lab.sh "$@"; }

# One of `deploy/lab/network.sh cases`. For all except dhcp, the script must run inside `deploy/lab/network.sh
# inside`.
network=dhcp

# shellcheck disable=SC2120 # many need no option
boot() { lab boot --network "$network" --expect-password-sha256 "$rdp_hash" "$@" >"$work/boot.log" 2>&1 || { cat "$work/boot.log" && return 1; }; }

# With the boot guard if set.
guard=''

# convert [OPTION...]: prints nothing. Writes the report to $work/report.json and the output to $work/convert.log.
convert() {
  local of_network
  read -r -a of_network < <(deploy/lab/network.sh convert-options "$network") || true
  rm -f "$work/report.json"
  node services/install/dist/cli/convert.js --image "${IMAGE:-$data/lab/standin.raw}" \
    --store "$data/lab/images" --toolkit "$data/toolkit" --report "$work/report.json" "${of_network[@]}" ${guard:+--guard} "$@" \
    >"$work/convert.log" 2>&1
}

# signs_in: checks that FreeRDP can sign in with the requested password and is refused with another, over IPv6 too if
# available.
signs_in() {
  {
    lab sign-in --network "$network" --port "${LAB_PORT:-22}" &&
      case $network in dual*) lab sign-in --address 2001:db8:113::10 ;; esac
  } >"$work/sign-in.log" 2>&1 || { cat "$work/sign-in.log" && return 1; }
}

# field PATH: prints a field of the report, such as a.b.c
field() {
  [ -s "$work/report.json" ] || { echo 'no report' && return; }
  node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const v = process.argv[2].split(".").reduce((o, k) => o?.[k], r);
    console.log(typeof v === "object" ? JSON.stringify(v) : v)' "$work/report.json" "$1"
}

# network_is_right: compares the stand-in's report (run read_back first) with the expected network. Prints the first
# difference.
read_back() { lab read-back --network "$network" >"$work/read-back" 2>&1; }
network_is_right() {
  local line
  while read -r line; do
    grep -qx "$line" "$work/read-back" || { echo "not $line" && return 1; }
  done < <(deploy/lab/network.sh expected "$network")
}

# on_linux: runs the script on stdin on the VPS.
on_linux() {
  node services/install/test/vm/on-linux.mjs
}

vps_address() { case $network in dhcp) echo 127.0.0.10 ;; *) echo 203.0.113.10 ;; esac }

# things_of_ours: prints a script for on_linux that lists our leftovers on the Linux system.
things_of_ours() {
  cat <<'LOOK'
find / -xdev \( -name '*casement*' -o -name 'custom.cfg*' \) 2>/dev/null
find /run /tmp /dev/shm -name '*casement*' ! -path '/run/udev/*' 2>/dev/null
grep -s casement /boot/grub/custom.cfg /boot/grub/grubenv
[ "$(cat /sys/kernel/kexec_loaded)" = 0 ] || echo 'a kernel is loaded'
true
LOOK
}
