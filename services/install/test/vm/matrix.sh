#!/usr/bin/env bash
# matrix.sh [ROW...]: the rows of deploy/lab/machines.txt, each on a fresh VPS; by their machine's name or their shape.
# Without rows: all. One that converts must end with remote desktop answering and the stand-in content: started by that
# firmware, from that bus, with that network; on UEFI by our boot entry; the second disk what it was, byte for byte. One
# that is refused must be so with its code by the check and by the conversion, after which the same Linux answers, without
# a restart, and nothing of ours is on it. The results are kept in $DATA_DIR/lab/matrix.tsv.
#   matrix.sh rows      prints the shapes of the machines as they are built
#   matrix.sh machines  prints all rows: machine, shape, outcome, options
# With CHECK_ONLY=1 a row that converts is checked, and not converted.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
rows() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' deploy/lab/machines.txt; }
case ${1:-} in
  rows) rows | awk '$1 == "-" { print $2 }' && exit ;;
  machines) rows && exit ;;
esac
[ -n "${CASEMENT_LAB_NETWORK:-}" ] || exec deploy/lab/network.sh inside "$PWD/services/install/test/vm/matrix.sh" "$@"
. services/install/test/vm/lib.sh
chosen=()
for asked in "${@:-}"; do
  found=''
  while read -r machine shape rest; do
    case $asked in '' | "$machine") ;; "$shape") [ "$machine" = - ] || continue ;; *) continue ;; esac
    chosen+=("$machine $shape $rest")
    found=1
  done < <(rows)
  # Any other shape than those of the table.
  [ -n "$found" ] || case $asked in */*) chosen+=("- $asked converts") ;; *) say "there is no row $asked" && exit 2 ;; esac
done
table=$data/lab/matrix.tsv
: >"$table"
# For what hangs: an emulated machine on a busy computer takes many minutes.
limits=(--limit prepare=1200 --limit restart=900 --limit check-in=1200 --limit start=1200)

# The small stand-in's kernel knows virtio disks only, and BIOS.
image_for() { # MACHINE FIRMWARE BUS
  case $1/$2/$3 in
    large-image/*) echo standin-large ;;
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
  network_is_right && signs_in
}

check() {
  local service=() # of the networks other than DHCP, see deploy/lab/network.sh
  [ "$network" = dhcp ] || service=(192.0.2.80)
  node services/install/test/vm/check.mjs "$(vps_address)" "${service[@]}"
}

# The key of the only account that is let in, from the machine that it was made on.
fetch_key() {
  LAB_USER=user LAB_ADDRESS=$(vps_address) on_linux <<<"/usr/local/sbin/lab-look -p -c 'cat /root/lab-key'" >"$work/key"
}

convert_row() { IMAGE=$data/lab/$(image_for "$machine" "$firmware" "$bus").raw convert --boot "$way" "${limits[@]}" "${account[@]}"; }

# converts: prints what is not as it must be; nothing where all is.
converts() {
  local code
  [ "$machine" != sudo-user ] || fetch_key || { echo 'no key' && return; }
  # check.mjs knows root at port 22 only.
  if [ "$machine" != - ] && [ "$machine" != sudo-user ]; then
    code=$(check)
    [ "$code" = "passed${outcome#converts}" ] || { echo "check: $code" && return; }
    [ -z "${CHECK_ONLY:-}" ] || return 0
    # The check's connections count too. The service waits them out, as it knows that machine's key by then.
    [ "$machine" != rate-limit ] || sleep 40
  fi
  if convert_row; then standin_is_content || true; else field state.failure.code; fi
}

# refused CODE: the same.
refused() {
  local only=${1%%:*} code=${1#check:} found before after
  before=$(look)
  found=$(check)
  [ "$found" = "$code" ] || { echo "check: $found" && return; }
  if [ "$only" != check ]; then
    if convert_row; then echo completed && return; fi
    found=$(field state.failure.code)/$(field state.status)
    [ "$found" = "$code/failed" ] || { echo "conversion: $found" && return; }
    [ "$(field state.restored.clean)" = true ] || echo 'not restored'
  fi
  after=$(look)
  [ "$before" = "$after" ] || echo "before: $before; after: $after"
}

# What a machine says of itself, where its build wrote it down: a row of LVM whose root is no LVM would prove nothing.
is_what_it_says() {
  grep -qs '^it_is ' "deploy/lab/machines/$machine.sh" || return 0
  LAB_ADDRESS=$(vps_address) on_linux <<<'sh -e /etc/lab-it-is >/dev/null'
}

# The boot of that machine, and what of ours is on it: of a machine that lets no root in, by the account that its build
# added.
look() {
  local as=root
  [ ! -e "deploy/lab/machines/$machine.sh" ] || as=user
  LAB_USER=$as LAB_ADDRESS=$(vps_address) on_linux <<LOOK || echo 'Linux does not answer'
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
  account=()
  [ "$machine" != sudo-user ] || account=(--user ubuntu --ssh-port 2222 --key "$work/key")
  [ -z "$second" ] || more+=(--second-disk)
  [ -z "$memory" ] || more+=(--memory 2048)
  if ! boot --firmware "$firmware" --bus "$bus" "${more[@]}"; then
    result='no boot'
  elif ! is_what_it_says; then
    result='not what it says'
  elif [ "${outcome%%,*}" = converts ]; then
    result=$(converts)
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
