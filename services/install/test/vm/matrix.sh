#!/usr/bin/env bash
# matrix.sh [ROW...]: runs the rows of deploy/lab/machines.txt, selected by machine name or shape, each on a fresh
# VPS. Without rows: all. A row that converts must end with a working remote desktop and a stand-in that reports the
# correct firmware, bus and network. On UEFI it must use our boot entry. The second disk must be unchanged, byte for
# byte. A row that is refused must have its code in both the check and the conversion. Afterwards the same Linux must
# be running, without a restart and without our files. The results are stored in $DATA_DIR/lab/matrix.tsv.
#   matrix.sh rows      prints the shapes of the machines as they are built
#   matrix.sh machines  prints all rows: machine, shape, outcome, options
# With CHECK_ONLY=1 a row that converts is only checked.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
rows() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' deploy/lab/machines.txt; }
case ${1:-} in
  rows) rows | awk '$1 == "-" { print $2 }' && exit ;;
  machines) rows && exit ;;
esac
chosen=()
for asked in "${@:-}"; do
  found=''
  while read -r machine shape rest; do
    case $asked in '' | "$machine") ;; "$shape") [ "$machine" = - ] || continue ;; *) continue ;; esac
    chosen+=("$machine $shape $rest")
    found=1
  done < <(rows)
  # Accepts shapes that are not in the table.
  [ -n "$found" ] || case $asked in */*) chosen+=("- $asked converts") ;; *) echo "there is no row $asked" && exit 2 ;; esac
done
if [ -z "${CASEMENT_LAB_NETWORK:-}" ]; then
  # Here, because the network inside has no package archive.
  vpss=$(printf '%s\n' "${chosen[@]}" | sed -n -e 's/.* --vps \([^ ]*\).*/\1/p' -e 's/.* linux .*/cloud/p' | sort -u)
  for vps in $vpss; do deploy/lab/lab.sh build "$vps"; done
  exec deploy/lab/network.sh inside "$PWD/services/install/test/vm/matrix.sh" "$@"
fi
. services/install/test/vm/lib.sh
table=$data/lab/matrix.tsv
: >"$table"
# Timeouts for hangs. An emulated machine on a busy computer takes many minutes.
limits=(--limit prepare=1200 --limit restart=900 --limit check-in=1200 --limit start=1200)

# The kernel of the small stand-in supports only virtio disks and BIOS.
image_for() { # MACHINE FIRMWARE BUS
  case $1/$2/$3 in
    large-image/* | guard-no-room/*) echo standin-large ;;
    guard-four-partitions/*) echo standin-four ;;
    guard-again/* | guard-linux-*/bios/*) echo standin-panic ;;
    guard-second-chance/*) echo standin-driver-off ;;
    secure-boot/*) echo standin-signed ;;
    */bios/virtio-blk) echo standin ;;
    *) echo "standin-$2" ;;
  esac
}

standin_is_content() {
  local line
  read_back || true
  for line in "firmware=$firmware" "bus=$bus" verdict=ready up_reported=ok; do
    grep -qx "$line" "$work/read-back" || { echo "not $line" && return 1; }
  done
  guard_is_right && network_is_right || return 1
  case $machine in clock-*) grep -qx clock=right "$work/read-back" || { echo 'wrong clock' && return 1; } ;; esac
  # The suffix is that of the conversion's order.
  case $machine in guard-reset-password) CASEMENT_RDP_PASSWORD="$CASEMENT_RDP_PASSWORD 2" signs_in ;; *) signs_in ;; esac
}

console() { tr -d '\r\0' <"$data/lab/run/vps/serial.log"; }

logs_no_guard() { console | grep -q "no boot guard: $1" || { echo 'the log names no reason' && return 1; }; }

# guard_is_right: prints the first violation, if any, of a Windows that started with the guard, or without one where it
# is impossible.
guard_is_right() {
  local written behind starts=1
  case $machine in guard-again) recovery_is_right || return 1 ;; esac
  case $machine in
    guard-four-partitions) logs_no_guard 'four primary partitions' || return 1 ;;
    guard-no-room) logs_no_guard 'no room behind Windows' || return 1 ;;
    secure-boot) logs_no_guard 'Secure Boot' || return 1 ;;
    guard-*)
      grep -qx guard=removed "$work/read-back" || { echo 'the guard is still there' && return 1; }
      grep -qx 'boot_options=00 01,00,00,00,00,00,00,00 01' "$work/read-back" ||
        { echo 'the boot store was not edited' && return 1; }
      written=$(console | sed -n 's/.*boot guard: .*, \([0-9]*\) MiB written.*/\1/p' | tail -n 1)
      [ "${written:-9999}" -le 400 ] || { echo "${written:-no} MiB written" && return 1; }
      # An alignment unit and the copy of a GPT.
      behind=$(sed -n 's/^behind_c=//p' "$work/read-back")
      [ "${behind:-9999}" -le 1044 ] || { echo "${behind:-no} KiB behind C:" && return 1; }
      say "$written MiB written for the guard, $behind KiB behind C:" >&2
      ;;
    *) return 0 ;;
  esac
  case $machine in
    guard-restarts) starts=3 ;;
    guard-interrupted) starts=2 ;;
    guard-again) starts=5 ;;
    guard-second-chance)
      starts=5
      console | grep -q 'Repaired: viostor' || { echo 'the recovery system repaired nothing' && return 1; }
      ;;
    guard-keep | guard-keep-uefi | guard-reinstall)
      # The reinstalled one is kept too.
      starts=2
      [ "$machine" != guard-reinstall ] || starts=3
      grep -qx once= "$work/read-back" || { echo 'GRUB did not clear the request' && return 1; }
      console | grep -q 'started on request' || { echo 'the recovery system did not start' && return 1; }
      console | grep -q 'order: restart_windows' || { echo 'the order did not arrive' && return 1; }
      ;;
    guard-reset-password)
      # That which keeps the recovery system, that which sets the password, and that which uses it.
      starts=3
      console | grep -q 'new password for Windows: written' || { echo 'the password was not written' && return 1; }
      console | grep -q 'STANDIN reset=restart' || { echo 'Windows did not run the script' && return 1; }
      ;;
    guard-interrupted-uefi) starts=8 ;;
    guard-removal-fails) starts=11 ;;
    guard-replaced)
      starts=4
      grep -qx replaced_loaders=2 "$work/read-back" || { echo 'the loaders of Windows are lost' && return 1; }
      ;;
  esac
  [ "$(standin_starts)" = "$starts" ] || { echo "$(standin_starts) starts" && return 1; }
}
standin_starts() { console | grep -c 'STANDIN begin$'; }

# Restarts a machine whose Windows hangs, like the customer in the provider's panel.
power_cycle_hangs() {
  local seen=0 hangs
  while sleep 1; do
    hangs=$(console | grep -c 'STANDIN hangs$') || true
    [ "$hangs" = "$seen" ] || { seen=$hangs && lab power-cycle; }
  done
}

check() {
  local service=() # of the networks other than DHCP, see deploy/lab/network.sh
  [ "$network" = dhcp ] || service=(192.0.2.80)
  node services/install/test/vm/check.mjs "$(vps_address)" "${service[@]}"
}

# Copies the key of the only account that may sign in from the machine on which it was created.
fetch_key() {
  LAB_USER=user LAB_ADDRESS=$(vps_address) on_linux <<<"/usr/local/sbin/lab-look -p -c 'cat /root/lab-key'" >"$work/key"
}

convert_row() { IMAGE=$data/lab/$(image_for "$machine" "$firmware" "$bus").raw convert --boot "$way" --port "$LAB_PORT" "${limits[@]}" "${account[@]}" "${orders[@]}"; }

# Seconds of the recovery system's clock within which it must have reported.
RECOVERY_LIMIT=600

# recovers: prints the first violation, if any.
recovers() {
  local customer converted=0 after written=false starts=4
  power_cycle_hangs >/dev/null 2>&1 &
  customer=$!
  convert_row || converted=$?
  kill "$customer"
  [ "$converted" != 0 ] || { echo completed && return; }
  after=$(console | sed -n 's/^CASEMENT \[\([0-9]*\)\..*evidence: .*/\1/p' | tail -n 1)
  [ "${after:-9999}" -lt "$RECOVERY_LIMIT" ] || { echo "reported after ${after:-no} seconds" && return; }
  case $machine in guard-corrupt) written=true ;; guard-orders) starts=8 ;; esac
  [ "$(standin_starts)" = "$starts" ] || { echo "$(standin_starts) starts" && return; }
  say "the recovery system reported $after s after its start" >&2
  recovery_is_right || true
}

# recovery_is_right: prints the first difference, if any, of the recovery system's report.
recovery_is_right() {
  local line
  for line in guard=counting starts=4 written_since=${written:-false} "disk_bus=$bus" stop_code=null 'abilities=["install_again","return_to_linux","reset_password"]'; do
    [ "$(field "recovery.${line%%=*}")" = "${line#*=}" ] || { echo "not $line" && return 1; }
  done
  console | grep -q 'Code for your dashboard: *[0-9A-Z]\{4\}-[0-9A-Z]\{4\}$' || { echo 'no code on the console' && return 1; }
}

# converts: prints the first violation, if any.
converts() {
  local code
  [ "$machine" != sudo-user ] || fetch_key || { echo 'no key' && return; }
  # check.mjs supports only root.
  if [ "$machine" != - ] && [ ${#account[@]} = 0 ]; then
    code=$(check)
    [ "$code" = "passed${outcome#converts}" ] || { echo "check: $code" && return; }
    [ -z "${CHECK_ONLY:-}" ] || return 0
    # The check's connections also count. The service waits for the limit to reset because it knows that machine's key
    # by then.
    [ "$machine" != rate-limit ] || sleep 40
  fi
  if convert_row; then standin_is_content || true; else field state.failure.code; fi
}

# returns_to_linux: prints the first violation, if any, of a Windows that did not start and became a Linux.
returns_to_linux() {
  local line
  convert_row || { field state.failure.code && return; }
  [ "$(field state.linux.proof)" = "${machine##*-}_accepted" ] || { field state.linux.proof && return; }
  linux_says >"$work/linux" 2>&1 || { cat "$work/linux" && return; }
  for line in user=root "firmware=$firmware" 'system=debian 12' host=vps "password=$([ "${machine##*-}" = password ] && echo set || echo locked)"; do
    grep -qx "$line" "$work/linux" || { cat "$work/linux" && echo "not $line" && return; }
  done
}

# Signs in to the returned Linux and prints what it is.
linux_says() {
  LAB_ADDRESS=$(vps_address) LAB_KEY=$([ "${machine##*-}" = key ] && echo "$work/linux-key") on_linux <<'LOOK'
# Fails because the lab's image has no locales.
cloud-init status --wait || true
echo "user=$(id -un)"
echo "firmware=$([ -d /sys/firmware/efi ] && echo uefi || echo bios)"
. /etc/os-release
echo "system=$ID $VERSION_ID"
echo "host=$(hostname)"
case $(getent shadow root | cut -d: -f2) in \$*) echo password=set ;; *) echo password=locked ;; esac
LOOK
}

# refused CODE: prints the first violation, like converts.
refused() {
  local only=${1%%:*} code=${1#check:} found before after
  before=$(look) || { echo 'Linux does not answer' && return; }
  found=$(check)
  [ "$found" = "$code" ] || { echo "check: $found" && return; }
  if [ "$only" != check ]; then
    if convert_row; then echo completed && return; fi
    found=$(field state.failure.code)/$(field state.status)
    [ "$found" = "$code/failed" ] || { echo "conversion: $found" && return; }
    [ "$(field state.restored.clean)" = true ] || echo 'not restored'
  fi
  after=$(look) || after='Linux does not answer'
  [ "$before" = "$after" ] || echo "before: $before; after: $after"
}

# Runs the self-check that a machine's build wrote, if any. Without it, an LVM row whose root is not on LVM would
# prove nothing.
is_what_it_says() {
  grep -qs '^it_is ' "deploy/lab/machines/$machine.sh" || return 0
  LAB_ADDRESS=$(vps_address) on_linux <<<'sh -e /etc/lab-it-is >/dev/null'
}

# Prints the boot id of the machine and our leftovers. On a machine that does not let root in, it uses the account
# that its build added.
look() {
  local as=root
  [ ! -e "deploy/lab/machines/$machine.sh" ] || as=user
  LAB_USER=$as LAB_ADDRESS=$(vps_address) on_linux <<LOOK
$([ $as = root ] && echo sh || echo '/usr/local/sbin/lab-look -p') <<'AS_ROOT'
$(things_of_ours)
cat /proc/sys/kernel/random/boot_id
AS_ROOT
LOOK
}

one() { # MACHINE SHAPE OUTCOME OPTION...
  local account result machine=$1 shape=$2 outcome=$3 firmware bus way second memory seconds=$SECONDS more=("${@:4}")
  IFS=/ read -r firmware bus network way second memory <<<"$shape"
  [ "$machine" = - ] || [ ! -e "deploy/lab/machines/$machine.sh" ] || more+=(--machine "$machine")
  LAB_PORT=$(sed -n 's/.* --port \([0-9]*\).*/\1/p' <<<" ${more[*]}")
  export LAB_PORT=${LAB_PORT:-22}
  account=()
  [ "$machine" != sudo-user ] || account=(--user ubuntu --ssh-port 2222 --key "$work/key")
  [ "$machine" != sudo-rs ] || account=(--user ubuntu)
  [ -z "$second" ] || more+=(--second-disk)
  [ -z "$memory" ] || more+=(--memory 2048)
  guard=''
  orders=()
  [ "$machine" != guard-orders ] || orders=(--order restart_windows --order power_off)
  case $machine in guard-keep* | guard-reinstall) orders=(--order restart_windows) ;; esac
  case $machine in
    guard-reset-password) orders=(--order reset_password) ;;
    clock-*) orders=(--windows-options '{}') ;;
    guard-again | guard-reinstall) orders+=(--again "$data/lab/standin.raw") ;;
    guard-linux-*-password) orders=(--again "$data/lab/vps-cloud.raw" --linux) ;;
    guard-linux-*-key)
      [ -e "$work/linux-key" ] || ssh-keygen -q -t ed25519 -N '' -f "$work/linux-key"
      orders=(--again "$data/lab/vps-cloud.raw" --linux-key "$work/linux-key.pub")
      ;;
  esac
  case $(image_for "$machine" "$firmware" "$bus") in
    standin-panic) deploy/lab/break-standin.sh panic "$data/lab/standin-panic.raw" ;;
    standin-driver-off) deploy/lab/break-standin.sh driver-off "$data/lab/standin-driver-off.raw" ;;
  esac
  case $machine in guard-* | secure-boot) guard=yes ;; esac
  if ! boot --firmware "$firmware" --bus "$bus" "${more[@]}"; then
    result='no boot'
  elif ! is_what_it_says; then
    result='not what it says'
  elif [ "${outcome%%,*}" = converts ]; then
    result=$(converts)
  elif [ "$outcome" = linux ]; then
    result=$(returns_to_linux)
  elif [ "$outcome" = recovers ]; then
    result=$(recovers)
  else
    result=$(refused "$outcome")
  fi
  [ -z "$result" ] || tail -n 5 "$work/convert.log" "$data/lab/run/vps/serial.log" || true
  [ -z "$result" ] || grep -svx begin "$work/read-back" || true
  lab stop >/dev/null 2>&1 || true
  if [ -n "$second" ] && ! lab check-second-disk 2>/dev/null; then result="$result, the second disk was changed"; fi
  printf '%s\t%s\t%s\t%s\t%s\n' "$machine" "$shape" "$outcome" "${result:-ok}" "$((SECONDS - seconds))" >>"$table"
  say "$machine $shape: ${result:-$outcome} after $((SECONDS - seconds)) s"
  [ -z "$result" ]
}

failed=0
exec 8>"$lock"
flock 8
for row in "${chosen[@]}"; do
  rm -f "$work/read-back"
  # shellcheck disable=SC2086 # words
  one $row 8>&- || failed=$((failed + 1))
done
rm -rf "$work"
awk -F '\t' '{ printf "%-18s %-42s %-22s %-10s %4d s\n", $1, $2, $3, $4, $5 }' "$table"
say "$((${#chosen[@]} - failed)) of ${#chosen[@]} as they should be; table in $table"
[ "$failed" = 0 ]
