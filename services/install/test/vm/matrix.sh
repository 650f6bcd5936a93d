#!/usr/bin/env bash
# matrix.sh [ROW...]: one conversion for each row, firmware/bus/network/way[/second-disk[/2-gib]], on a fresh VPS, of
# 1 GiB by default. Each must end with remote desktop answering and the stand-in content: started by that
# firmware, from that bus, with that network; on UEFI by our boot entry; the second disk what it was, byte for byte.
# Without rows: the table below, in which every two values of different columns meet (test/medium/matrix-rows). The
# results are kept in $DATA_DIR/lab/matrix.tsv.
#   matrix.sh rows   prints the table
set -euo pipefail
cd "$(dirname "$0")/../../../.."
rows=(
  bios/virtio-blk/dhcp/grub uefi/virtio-blk/static/kexec bios/virtio-blk/onlink/grub/second-disk uefi/virtio-blk/dual/kexec/second-disk
  uefi/virtio-scsi/dhcp/grub/second-disk bios/virtio-scsi/static/kexec/second-disk uefi/virtio-scsi/onlink/grub//2-gib bios/virtio-scsi/dual/kexec
  bios/sata/dhcp/kexec uefi/sata/static/grub bios/sata/onlink/kexec/second-disk uefi/sata/dual/grub/second-disk
  uefi/nvme/dhcp/kexec/second-disk bios/nvme/static/grub/second-disk uefi/nvme/onlink/kexec bios/nvme/dual/grub
)
[ "${1:-}" != rows ] || { printf '%s\n' "${rows[@]}" && exit; }
[ -n "${CASEMENT_LAB_NETWORK:-}" ] || exec deploy/lab/network.sh inside "$PWD/services/install/test/vm/matrix.sh" "$@"
. services/install/test/vm/lib.sh
[ $# -eq 0 ] || rows=("$@")
table=$data/lab/matrix.tsv
: >"$table"
# For what hangs: an emulated machine on a busy computer takes many minutes.
limits=(--limit prepare=1200 --limit restart=900 --limit check-in=1200 --limit start=1200)

# The small stand-in's kernel knows virtio disks only, and BIOS.
image_for() { case $1/$2 in bios/virtio-blk) echo standin ;; *) echo "standin-$1" ;; esac }

standin_is_content() {
  local line
  read_back || true
  for line in "firmware=$firmware" "bus=$bus" verdict=ready up_reported=ok; do
    grep -qx "$line" "$work/read-back" || { echo "not $line" && return 1; }
  done
  network_is_right && signs_in
}

one() { # ROW
  local result=ok firmware bus way second memory seconds=$SECONDS more=()
  IFS=/ read -r firmware bus network way second memory <<<"$1"
  [ -z "$second" ] || more+=(--second-disk)
  [ -z "$memory" ] || more+=(--memory 2048)
  boot --firmware "$firmware" --bus "$bus" "${more[@]}" || result='no boot'
  if [ "$result" = ok ] &&
    ! IMAGE=$data/lab/$(image_for "$firmware" "$bus").raw convert --boot "$way" "${limits[@]}"; then
    result=$(field state.failure.code)
  fi
  if [ "$result" = ok ]; then result=$(standin_is_content) && result=ok; fi
  if [ "$result" != ok ]; then
    tail -n 5 "$work/convert.log" "$data/lab/run/vps/serial.log" || true
    grep -vx begin "$work/read-back" || true
  fi
  lab stop >/dev/null 2>&1 || true
  if [ -n "$second" ] && ! lab check-second-disk 2>/dev/null; then result="$result, the second disk was changed"; fi
  printf '%s\t%s\t%s\n' "$1" "$result" "$((SECONDS - seconds))" >>"$table"
  say "$1: $result after $((SECONDS - seconds)) s"
  [ "$result" = ok ]
}

failed=0
exec 8>"$lock"
flock 8
for row in "${rows[@]}"; do
  rm -f "$work/read-back"
  one "$row" 8>&- || failed=$((failed + 1))
done
rm -rf "$work"
awk -F '\t' '{ printf "%-42s %-24s %4d s\n", $1, $2, $3 }' "$table"
say "$((${#rows[@]} - failed)) of ${#rows[@]} completed; table in $table"
[ "$failed" = 0 ]
