#!/usr/bin/env bash
# by-setup.sh WINDOWS.iso DRIVERS OUTPUT.raw [option...]: builds an image with QEMU and Windows' own setup, for
# installation media from which `make windows-image` cannot make a bootable image. DRIVERS is the virtio-win ISO or a
# folder of INFs. Options:
#   --i-am-licensed           your license allows you to make this image and to install it on your customers' machines
#   --edition NUMBER-OR-NAME  required if the medium has several
#   --firmware uefi|bios      firmware of the target VPSs (uefi)
#   --recipe NAME-OR-FILE.toml
#   --size SIZE               size of the disk (24G); customers' disks must be at least as large
# Setup runs unattended and ends by shutting the machine down. Its screen is on VNC (VNC=127.0.0.1:1). Without KVM it
# is emulated. LIMIT (12h) ends a hanging setup. A failed run leaves no files. Exits with check-image's status.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cli=$here/../dist/cli

fail() { echo "$*" >&2 && exit 2; }

[ $# -ge 3 ] || fail "usage: $(sed -n '2s/^# //p' "$0")"
iso=$1 drivers=$2 output=$3
shift 3
firmware=uefi size=24G options=()
while [ $# -gt 0 ]; do
  case $1 in
    --size) size=${2:?--size SIZE} && shift ;;
    --firmware) firmware=${2:?--firmware uefi or bios} && options+=("$1" "$2") && shift ;;
    *) options+=("$1") ;;
  esac
  shift
done
[ ! -e "$output" ] || fail "$output is there already. Name another file, or delete it first."
for program in qemu-system-x86_64 qemu-img genisoimage; do
  command -v "$program" >/dev/null || fail "needs $program (Debian: qemu-system-x86 qemu-utils ovmf genisoimage)"
done
ovmf=${LAB_OVMF_DIR:-/usr/share/OVMF}

work=$(mktemp -d "$output.setup.XXXXXX")
trap 'rm -rf "$work"' EXIT
node "$cli/build-image.js" "$iso" --answers --drivers "$drivers" --output "$work/answers" "${options[@]}"
genisoimage -quiet -J -r -V ANSWERS -o "$work/answers.iso" "$work/answers"
qemu-img create -q -f raw "$work/disk.raw" "$size"

accelerator=${LAB_ACCEL:-tcg,thread=multi}
if [ -z "${LAB_ACCEL:-}" ] &&
  node --input-type=module -e "process.exit((await (await import('$cli/certify/kvm.js')).hasKvm()) ? 0 : 1)"; then
  accelerator=kvm
fi
case $accelerator in
  kvm*) echo 'Set-up runs; half an hour is usual.' ;;
  *) echo 'This computer has no KVM, so the machine is emulated: set-up then takes many hours.' ;;
esac
echo "Watch it by VNC at ${VNC:-127.0.0.1:1}. It shuts down when it is done."

file() { printf 'if=none,format=raw,id=%s,file=%s' "$1" "${2//,/,,}"; }

# The disk is empty at first, so the medium boots; once Windows is installed, the disk boots first. The idle
# virtio-scsi controller makes Windows install its driver.
# shellcheck disable=SC2054 # QEMU's own commas
machine=(-machine q35 -accel "$accelerator" -cpu max -smp 2 -m "${MEMORY:-4G}" -display none -vnc "${VNC:-127.0.0.1:1}"
  -drive "$(file disk "$work/disk.raw"),discard=unmap,detect-zeroes=unmap" -device virtio-blk-pci,drive=disk,bootindex=0
  -drive "$(file windows "$iso"),media=cdrom,readonly=on" -device ide-cd,bus=ide.0,drive=windows,bootindex=1
  -drive "$(file answers "$work/answers.iso"),media=cdrom,readonly=on" -device ide-cd,bus=ide.1,drive=answers
  -device virtio-scsi-pci -nic user,model=virtio-net-pci -monitor stdio)
if [ "$firmware" = uefi ]; then
  cp "$ovmf/OVMF_VARS_4M.fd" "$work/vars.fd"
  machine+=(-drive "if=pflash,format=raw,readonly=on,file=$ovmf/OVMF_CODE_4M.fd"
    -drive "if=pflash,format=raw,file=${work//,/,,}/vars.fd")
fi

# The medium waits a few seconds for a key before it boots.
press_keys() { for _ in {1..40}; do echo 'sendkey spc' && sleep 1; done 2>/dev/null; }
status=0
timeout "${LIMIT:-12h}" qemu-system-x86_64 "${machine[@]}" < <(press_keys) >"$work/monitor.log" || status=$?
[ "$status" = 0 ] || fail "The machine ended with $status (124: it ran for ${LIMIT:-12h}). Nothing was made."

mv "$work/disk.raw" "$output"
node "$cli/check-image.js" "$output" || status=$?
[ "$status" != 0 ] || echo "$output is made. Certify it next (make certify image=$output), then import it."
exit "$status"
