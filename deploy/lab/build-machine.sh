#!/usr/bin/env bash
# build-machine.sh MACHINE BASE: builds a VPS of machines.txt as machine-MACHINE.qcow2 in the lab's data folder. Boots
# BASE (vps, vps-full or vps-rich) once and runs machines/MACHINE.sh in it as root, for the rich VPS after the
# functions of layout.sh. The file contains only the changes.
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

machine=$1 base=$2
target=$lab/machine-$machine.qcow2
[ -s "$here/machines/$machine.sh" ] || fail "there is no $here/machines/$machine.sh."
[ -s "$lab/$base.raw" ] || fail "$lab/$base.raw is not built: run deploy/lab/lab.sh build as root."
# The key contains the base's checksum, because two builds of the same base do not have byte-identical disks.
scripts=("machines/$machine.sh")
[ "$base" != vps-rich ] || scripts=(layout.sh "${scripts[@]}")
key=$(hash_of build-machine.sh "${scripts[@]}")-$(sha256sum <"$lab/$base.raw" | cut -c1-16)
if [ "$(cat "$target.key" 2>/dev/null)" = "$key" ] && [ -s "$target" ]; then exit 0; fi
if from_cache "machine-$machine-$key.qcow2" "$target"; then
  echo "$key" >"$target.key"
  exit 0
fi

say "building the machine $machine"
need_programs sshpass ssh
name=build-$machine address=127.0.0.13
port=$([ "$(id -u)" = 0 ] && echo 22 || echo 2222)
work=$(mktemp -d "$lab/.machine.XXXXXX")
trap '"$here/lab.sh" stop --name "$name" >/dev/null 2>&1 || true; rm -rf --one-file-system "$work"' EXIT
"$here/lab.sh" boot --name "$name" --address "$address" --port "$port" --base "$lab/$base.raw" --overlay "$work/disk.qcow2"
# Lab account with root rights that may always sign in, to inspect a machine that does not let root in. The file
# system is closed last because GRUB does not read journals.
{
  echo 'set -e'
  echo 'install -m 4755 /bin/dash /usr/local/sbin/lab-look'
  (cd "$here" && cat "${scripts[@]}")
  echo 'sync; echo u >/proc/sysrq-trigger; sync; echo LAB-MACHINE-BUILT'
} | sshpass -p Lab-Pass-1 ssh -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -p "$port" \
  "root@$address" 'PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -s' >"$work/log" 2>&1 || true
grep -qx LAB-MACHINE-BUILT "$work/log" || fail "the machine $machine was not built: $(tail -n 5 "$work/log")"
"$here/lab.sh" stop --name "$name" >/dev/null 2>&1
# Uses a relative name that is valid in every clone, because the base is in the same folder.
qemu-img rebase -u -F raw -b "$base.raw" "$work/disk.qcow2"
rm -f "$target.key"
mv "$work/disk.qcow2" "$target"
echo "$key" >"$target.key"
to_cache "$target" "machine-$machine-$key.qcow2"
say "machine $machine: built ($(du -m "$target" | cut -f1) MiB)"
