#!/usr/bin/env bash
# lab.sh COMMAND: runs a virtual machine as the customer's VPS, and a stand-in for Windows.
#   install-packages [full|images]   installs the lab's packages on this machine by apt (root)
#   build [full|rich|cloud|debian-11|debian-13|whole-disk]
#                  builds the toolkit, the VPS and the stand-in from Debian packages (root; cached); full: the variants
#                  that boot by BIOS and UEFI from any disk, and the stand-ins beyond 4 GiB and with four partitions; rich: the VPS of other
#                  layouts and network managers, and the signed stand-in; the others: the VPS of that name
#   clean-cache        removes builds cached for other clones in ~/.cache/casement (CASEMENT_CACHE)
#   boot [OPTION...]   starts the VPS on a fresh copy of its disk and waits for its SSH
#   up [OPTION...]     runs install-packages, build and boot, then stays in the foreground; Ctrl-C stops the VPS
#   stop, status, power-cycle   [--name NAME]
#   read-back          [--name NAME]: prints what the stand-in found on its disk, from its console
#   has-guard          [--name NAME]: prints whether the boot guard is on the disk (yes or no)
#   sign-in            [--address ADDRESS] [--port PORT]: signs in with Debian's FreeRDP as Administrator with
#                  CASEMENT_RDP_PASSWORD, and verifies that another password is refused
#   check-second-disk  [--name NAME]: verifies that the second disk of a stopped VPS is unchanged, byte for byte
# Options of boot and up (README.md says more):
#   --name NAME  --port PORT  --address ADDRESS  --memory MIB  --disk-size SIZE  --second-disk  --second-card
#   --firmware bios|uefi  --bus virtio-blk|virtio-scsi|sata|nvme|ide
#   --cpu MODEL (QEMU's processor model, such as qemu64)  --card virtio-net-pci|e1000
#   --secure-boot (with --firmware uefi: the firmware starts only programs signed by Microsoft's keys)
#   --machine MACHINE (one of machines.txt, built if missing)  --kernel-outside (QEMU brings the kernel)
#   --vps rich|debian-11|debian-13|whole-disk (instead of the VPS selected by firmware and bus)
#   --base FILE (boots a fresh copy of this disk instead of the VPS's)
#   --overlay FILE  --serial FILE  --pidfile FILE  --qmp SOCKET  --no-wait
#   --expect-password-sha256 HEX|any  --standin windows|another-password|no-nla|locked|ssh|silent|panic|
#     hang|restarts|interrupted|replaces|removal-fails|keeps|corrupts
#   --guest-port PORT (--port leads there, as behind a shared address; only with --network dhcp)
#   --screen (a graphics card, for screenshots by QMP)  --idle-scsi (an unused virtio-scsi controller)
#   --network dhcp|static|onlink|dual|dual-onlink|other-dhcp (all but dhcp: inside `network.sh inside`)
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=deploy/lab/network.sh
. "$here/network.sh"

ssh_limit=600 # seconds to wait for SSH: idle and without KVM it takes about 20, on a busy machine minutes

# Port at which the running `make start` expects its VPS, for unprivileged users. Ports below 1024 require root.
default_port() {
  node "$here/../local/dist/inside.js" install -p process.env.INSTALL_TARGET_PORT 2>/dev/null ||
    if [ "$(id -u)" = 0 ]; then echo 22; else echo 2222; fi
}

options() {
  name=vps address='' network=dhcp port=${INSTALL_TARGET_PORT:-$(default_port)} memory=1024
  disk_size=4G second_disk='' second_card='' wait=1 overlay='' serial='' pidfile='' qmp='' base=''
  screen='' idle_scsi='' guest_port='' cpu=max card=virtio-net-pci
  expect=any standin=windows firmware=bios bus=virtio-blk machine='' kernel_outside='' vps=''
  secure_boot='' clock=utc
  while [ $# -gt 0 ]; do
    case $1 in
      --second-disk) second_disk=1 && shift && continue ;;
      --second-card) second_card=1 && shift && continue ;;
      --no-wait) wait='' && shift && continue ;;
      --screen) screen=1 && shift && continue ;;
      --idle-scsi) idle_scsi=1 && shift && continue ;;
      --kernel-outside) kernel_outside=1 && shift && continue ;;
      --secure-boot) secure_boot=1 && shift && continue ;;
    esac
    [ $# -ge 2 ] || fail "$1 needs a value; see the head of lab.sh."
    case $1 in
      --name) name=$2 ;;
      --port) port=$2 ;;
      --guest-port) guest_port=$2 ;;
      --address) address=$2 ;;
      --network) network=$2 ;;
      --memory) memory=$2 ;;
      --disk-size) disk_size=$2 ;;
      --base) base=$(realpath "$2") ;;
      --overlay) overlay=$2 ;;
      --serial) serial=$2 ;;
      --pidfile) pidfile=$2 ;;
      --qmp) qmp=$2 ;;
      --expect-password-sha256) expect=$2 ;;
      --standin) standin=$2 ;;
      --firmware) firmware=$2 ;;
      --bus) bus=$2 ;;
      --cpu) cpu=$2 ;;
      --card) card=$2 ;;
      --machine) machine=$2 ;;
      --vps) vps=$2 ;;
      --clock) clock=$2 ;;
      *) fail "unknown option $1; see the head of lab.sh." ;;
    esac
    shift 2
  done
  [[ $name =~ ^[A-Za-z0-9._-]+$ ]] || fail "--name $name: letters, digits, dot, dash only."
  [[ $expect =~ ^([0-9a-f]{64}|any)$ ]] || fail '--expect-password-sha256: 64 hex digits, or any.'
  [[ $standin =~ ^(windows|another-password|no-nla|locked|ssh|silent|panic|hang|restarts|interrupted|replaces|removal-fails|keeps|corrupts)$ ]] ||
    fail '--standin: windows, another-password, no-nla, locked, ssh, silent, panic, hang, restarts, interrupted, replaces, removal-fails, keeps or corrupts.'
  [[ $firmware =~ ^(bios|uefi)$ ]] || fail '--firmware: bios or uefi.'
  [ -z "$secure_boot" ] || [ "$firmware" = uefi ] || fail '--secure-boot: with --firmware uefi.'
  [[ $bus =~ ^(virtio-blk|virtio-scsi|sata|nvme|ide)$ ]] || fail '--bus: virtio-blk, virtio-scsi, sata, nvme or ide.'
  [[ $card =~ ^(virtio-net-pci|e1000)$ ]] || fail '--card: virtio-net-pci or e1000.'
  [[ $machine =~ ^[a-z0-9-]*$ ]] || fail "--machine $machine: one of machines.txt."
  # QEMU takes the local time of this command's time zone, here that of Western Indonesia.
  case $clock in utc) ;; localtime) export TZ=WIB-7 ;; *) fail '--clock: utc or localtime.' ;; esac
  [[ $vps =~ ^(|rich|debian-11|debian-13|whole-disk)$ ]] || fail '--vps: rich, debian-11, debian-13 or whole-disk.'
  built_from=$(vps_for "$firmware" "$bus")
  [ -z "$vps" ] || built_from=vps-$vps
  [ -z "$machine" ] || base=$lab/machine-$machine.qcow2
  base=${base:-$lab/$built_from.raw}
  known_network "$network" || fail "--network: one of $network_cases."
  address=${address:-$(network_address "$network")}
  run=$lab/run/$name
  overlay=${overlay:-$run/disk.qcow2} serial=${serial:-$run/serial.log}
  pidfile=${pidfile:-$run/qemu.pid}
}

# Prints the pid in pidfile if that machine is running.
running() {
  local pid
  pid=$(cat "$pidfile" 2>/dev/null) || return 1
  [ -n "$pid" ] && grep -qsa qemu-system "/proc/$pid/cmdline" && echo "$pid"
}

# The small VPS supports only BIOS and virtio disks.
vps_for() { if [ "$1/$2" = bios/virtio-blk ]; then echo vps; else echo vps-full; fi; }

# Reproducible content that must never be changed: a partition table and non-zero bytes.
second_disk_content() {
  [ ! -s "$lab/second.raw" ] || return 0
  need_programs openssl sfdisk
  noise 2 64 >"$lab/second.raw.new"
  echo '2048,65536,83' | sfdisk -q "$lab/second.raw.new"
  mv "$lab/second.raw.new" "$lab/second.raw"
}

format_of() { case $1 in *.qcow2) echo qcow2 ;; *) echo raw ;; esac; }

# Resizing the base of a copy-on-write disk would truncate the VPS's own file system.
make_disks() {
  local bytes
  bytes=$(numfmt --from=iec "$disk_size") || fail "--disk-size $disk_size: like 4G or 1500M."
  [ "$bytes" -ge "$(stat -c %s "$base")" ] ||
    fail "--disk-size $disk_size is too small for $base itself."
  rm -f "$overlay" "$run/second.qcow2"
  qemu-img create -q -f qcow2 -b "$base" -F "$(format_of "$base")" "$overlay" "$disk_size"
  [ -n "$second_disk" ] || return 0
  second_disk_content
  # As large as the first disk, so that only content and serial number differ.
  qemu-img create -q -f qcow2 -b "$lab/second.raw" -F raw "$run/second.qcow2" "$disk_size"
}

# controller: adds the controller of the disks if the bus has a separate one.
controller() {
  case $bus in
    virtio-scsi) qemu+=(-device 'virtio-scsi-pci,id=scsi') ;;
    sata) qemu+=(-device 'ahci,id=sata') ;;
  esac
}

# disk_device NUMBER NODE SERIAL: prints QEMU's options for a disk on the selected bus.
disk_device() {
  local of="drive=$2,serial=$3"
  # SeaBIOS tries only one disk and, with two NVMe disks, not always the first. UEFI has its own boot entries, and an
  # external kernel always comes first.
  [ "$firmware" = uefi ] || [ -n "$kernel_outside" ] || of="$of,bootindex=$1"
  case $bus in
    virtio-blk) qemu+=(-device "virtio-blk-pci,$of") ;;
    virtio-scsi) qemu+=(-device "scsi-hd,bus=scsi.0,scsi-id=$1,$of") ;;
    sata) qemu+=(-device "ide-hd,bus=sata.$1,$of") ;;
    ide) qemu+=(-device "ide-hd,bus=ide.$1,$of") ;;
    nvme) qemu+=(-device "nvme,$of") ;;
  esac
}

# UEFI stores its boot entries in separate flash memory, which survives restarts like the disk. With Secure Boot that
# memory also holds Microsoft's keys, and only the firmware can write to it (system management mode, which q35 has).
firmware_memory() {
  local images=${LAB_OVMF_DIR:-/usr/share/OVMF} code=OVMF_CODE_4M.fd variables=OVMF_VARS_4M.fd
  [ "$firmware" = uefi ] || return 0
  if [ -n "$secure_boot" ]; then
    code=OVMF_CODE_4M.secboot.fd variables=OVMF_VARS_4M.ms.fd
    # shellcheck disable=SC2054 # the commas are QEMU's
    qemu+=(-machine 'q35,smm=on' -global 'driver=cfi.pflash01,property=secure,value=on' -global ICH9-LPC.disable_s3=1)
  fi
  [ -s "$images/$variables" ] || fail 'needs OVMF: run deploy/lab/lab.sh install-packages full as root.'
  cp "$images/$variables" "$run/firmware.fd"
  qemu+=(-drive "if=pflash,format=raw,readonly=on,file=$images/$code"
    -drive "if=pflash,format=raw,file=$run/firmware.fd")
}

# Simulates a hypervisor that provides the kernel, which is the VPS's own, so that the disk's boot loader is never
# used.
kernel_from_outside() {
  local part
  for part in vmlinuz initrd.img; do
    tar -xOf "$(root_tar_of "$built_from")" --wildcards "./boot/$part-*" >"$run/$part"
  done
  qemu+=(-kernel "$run/vmlinuz" -initrd "$run/initrd.img"
    -append "root=LABEL=root ro quiet console=ttyS0 tsc=reliable clocksource=tsc tsc_early_khz=$(tsc_khz)")
}

start_machine() {
  local pid
  need_programs qemu-system-x86_64 qemu-img
  [ -z "$machine" ] || "$here/build-machine.sh" "$machine" "$built_from"
  [ -s "$base" ] || fail "$base is not built: run deploy/lab/lab.sh build as root (build full: any firmware and bus; build NAME: --vps NAME)."
  mkdir -p "$run" || fail "can't write to $run."
  [ -w "$run" ] || fail "can't write to $run."
  ! pid=$(running) || fail "$name already runs (pid $pid): deploy/lab/lab.sh stop --name $name"
  case ${guest_port:-$port} in 22 | 2222) ;; *) fail "port ${guest_port:-$port}: in the machine sshd listens on 22 and 2222 only." ;; esac
  if [ "$port" -lt 1024 ] && [ "$(id -u)" != 0 ]; then
    fail "port $port needs root; without it choose another, such as --port 2222."
  fi
  make_disks
  machine
  # shellcheck disable=SC2054 # the commas are QEMU's
  qemu+=(-action reboot=shutdown -chardev "file,id=console,path=$serial,append=on" -serial chardev:console
    -blockdev "driver=qcow2,node-name=disk,discard=unmap,file.driver=file,file.filename=$overlay,\
file.cache.no-flush=on,file.discard=unmap")
  controller
  disk_device 0 disk casement-lab
  # shellcheck disable=SC2054
  qemu+=(-device virtio-rng-pci
    -fw_cfg "name=opt/casement/expected-password-sha256,string=$expect"
    -fw_cfg "name=opt/casement/standin,string=$standin")
  if [ -n "$second_disk" ]; then
    qemu+=(-blockdev "driver=qcow2,node-name=second,file.driver=file,file.filename=$run/second.qcow2")
    disk_device 1 second casement-second
  fi
  [ -z "$screen" ] || qemu+=(-device VGA)
  [ -z "$idle_scsi" ] || qemu+=(-device virtio-scsi-pci)
  network_device "$network" "$run" "$address" "$port" "${guest_port:-$port}"
  # The second card's network leads nowhere, like a provider's private network.
  # shellcheck disable=SC2054 # the commas are QEMU's
  [ -z "$second_card" ] || qemu+=(-netdev user,id=private,restrict=on,net=10.9.0.0/24
    -device virtio-net-pci,netdev=private,romfile=,mac=52:54:00:ca:5e:02)
  firmware_memory
  [ -z "$kernel_outside" ] || kernel_from_outside
  [ -z "$qmp" ] || qemu+=(-qmp "unix:$qmp,server=on,wait=off")
  : >"$serial"
  # Closes all inherited files in the background process, so that it holds no lock or pipe of the caller.
  setsid "$here/keep-running.sh" "$pidfile" "${qemu[@]}" \
    </dev/null >"$run/qemu.log" 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  local keeper=$!
  [ "$network" != other-dhcp ] ||
    network_dhcp "$run" "$keeper" </dev/null >"$run/dhcp.log" 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  until [ -s "$serial" ]; do # the boot loader greets within seconds
    sleep 0.1
    kill -0 "$keeper" 2>/dev/null || fail "QEMU did not start ($(tail -n 1 "$run/qemu.log")); is $address:$port taken?"
  done
  say "$name started (pid $(cat "$pidfile")), console in $serial"
}

# An open port is not sufficient, because QEMU accepts connections before the machine listens.
ssh_banner() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1" && head -c 8 <&3' "$address" "$port" 2>/dev/null
}

wait_for_ssh() {
  local began=$SECONDS
  until [ "$(ssh_banner)" = SSH-2.0- ]; do
    running >/dev/null || fail "$name ended: $(tail -n 3 "$serial")"
    [ $((SECONDS - began)) -lt "$ssh_limit" ] || fail "no SSH after $ssh_limit s; see $serial"
    sleep 0.2
  done
  say "SSH answers on $address:$port after $((SECONDS - began)) s (root or user, Lab-Pass-1)"
}

stop_machine() {
  local pid
  pid=$(running) || { say "$name does not run" && return 0; }
  kill "$pid"
  while running >/dev/null; do sleep 0.1; done
  rm -f "$pidfile"
  say "$name stopped"
}

# Ends QEMU, which keep-running.sh starts again.
power_cycle() {
  local pid
  pid=$(running) || fail "$name does not run."
  pkill -P "$pid" qemu-system
}

boot() {
  options "$@"
  start_machine
  [ -z "$wait" ] || wait_for_ssh
}

up() {
  options "$@"
  [ "$(id -u)" != 0 ] || "$0" install-packages
  "$0" build
  start_machine
  trap 'stop_machine' EXIT
  trap 'exit 0' INT TERM
  wait_for_ssh
  say "ready: IP $address, root password Lab-Pass-1; Ctrl-C stops it."
  while running >/dev/null; do sleep 1; done
  say "$name has switched itself off"
}

status() {
  local pid
  if pid=$(running); then
    say "$name runs (pid $pid), console in $serial"
  else
    say "$name does not run; boot starts it at $address:$port" && return 1
  fi
}

# Reads only the last start, because each restart of the machine appends to its console.
read_back() {
  local lines
  lines=$(tr -d '\r\0' <"$serial" 2>/dev/null | sed -n 's/.*STANDIN //p' |
    awk '$0 == "begin" { text = "" } { text = text $0 "\n" } END { printf "%s", text }')
  [ -n "$lines" ] || fail "no stand-in has started; see $serial"
  echo "$lines"
}

# Prints whether the disk has the boot guard's partition, by its type in the GPT or the MBR.
has_guard() {
  qemu-img dd -U -f qcow2 -O raw bs=512 count=34 "if=$overlay" "of=$run/table" >/dev/null
  if LC_ALL=C grep -qaP '\xc4\x6f\x9d\x6c\x1b\x2e\x0c\x4b\xa3\xf7\x0c\x5a\x5e\x6e\x74\x01' "$run/table" ||
    od -An -v -tx1 -w16 -j446 -N64 "$run/table" | grep -qE '^( ..){4} da'; then echo yes; else echo no; fi
}

# Attempts an NLA sign-in up to the server's response to the password. Prints the result as one word.
try_password() {
  local code=0 at=$address
  [[ $at != *:* ]] || at="[$at]"
  # Checked first because the client reports a missing server like a refused password, and waits for minutes on a
  # server of another kind.
  [[ $(x224 "$address" "$port") = 0300* ]] || { echo nothing && return; }
  # The client stores certificates in its home. FreeRDP 2 misparses a port after an IPv6 address.
  HOME=$work DISPLAY=:$screen timeout 120 "$client" "/v:$at" "/port:$port" /u:Administrator "/p:$1" /sec:nla /cert:ignore \
    /auth-only </dev/null >"$work/client.log" 2>&1 || code=$?
  case $code in
    0) echo accepted ;;
    133 | 146) echo 'no NLA' ;;
    134 | 154) echo 'wrong password' ;;
    135) echo 'locked out' ;;
    147) echo refused ;; # hung up, as FreeRDP's server does on a wrong password
    *) echo "$client ended with $code" ;;
  esac
}

# An accepted password is no proof if the server accepts any password, so a wrong one is also tried.
sign_in() {
  local right another
  : "${CASEMENT_RDP_PASSWORD:?is what sign-in signs in with.}"
  client=$(command -v xfreerdp || command -v xfreerdp3) || need_programs xfreerdp
  need_programs Xvfb
  work=$(mktemp -d)
  # The client requires a screen, although it shows no window.
  exec 3< <(exec Xvfb -displayfd 1 -screen 0 64x64x24 -nolisten tcp -noreset 2>"$work/screen.log")
  trap 'kill '$!'; rm -rf "$work"' EXIT
  read -r screen <&3 || fail "Xvfb did not start: $(tail -n 1 "$work/screen.log")"
  right=$(try_password "$CASEMENT_RDP_PASSWORD")
  another=$(try_password "not $CASEMENT_RDP_PASSWORD")
  [ "$right/$another" = accepted/refused ] || tail -n 5 "$work/client.log" >&2
  say "$address:$port: CASEMENT_RDP_PASSWORD: $right; another: $another"
  [ "$right/$another" = accepted/refused ]
}

check_second_disk() {
  ! running >/dev/null || fail "$name runs: stop it first."
  qemu-img compare -q -f qcow2 -F raw "$run/second.qcow2" "$lab/second.raw" || fail "the second disk of $name was changed."
  say "the second disk of $name is what it was"
}

# is_installed A|B: true if any of the alternatives is installed. one_of A|B: prints the first one in the archive.
is_installed() {
  local package
  for package in ${1//|/ }; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed && return
  done
  return 1
}
one_of() {
  local package
  for package in ${1//|/ }; do
    apt-cache show "$package" >/dev/null 2>&1 && echo "$package" && return
  done
  fail "the package archive has no $1."
}

# packages_of [full|images]: prints the names of the required Debian packages.
packages_of() {
  entries "$here/packages.txt"
  [[ ${1:-} != @(full|images) ]] || entries "$here/full-packages.txt"
  [ "${1:-}" != images ] || entries "$here/image-packages.txt"
}

install_packages() {
  local package name missing=() names=()
  while read -r package; do
    is_installed "$package" || missing+=("$package")
  done < <(packages_of "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "needs Debian or Ubuntu, or by hand: ${missing[*]%%|*}"
  [ "$(id -u)" = 0 ] || fail "needs root once: apt-get install ${missing[*]%%|*}"
  apt-get -qq update
  for package in "${missing[@]}"; do
    name=$(one_of "$package")
    names+=("$name")
  done
  say "installing ${names[*]}"
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install \
    "${names[@]}" >/dev/null
}

# The build itself verifies that the cached result is complete and has the same inputs.
build_toolkit() {
  local name files=(busybox toolkit.cpio.gz manifest.json) key
  key=toolkit-$(hash_of ../../services/install/engine/toolkit)
  mkdir -p "$toolkit"
  for name in "${files[@]}"; do
    [ -s "$toolkit/$name" ] || from_cache "$key-$name" "$toolkit/$name" || break
  done
  "$here/../../services/install/engine/toolkit/build.sh" "$toolkit"
  for name in "${files[@]}"; do
    [ -s "$cache/$key-$name" ] || to_cache "$toolkit/$name" "$key-$name"
  done
}

build() {
  # Allows one build at a time, and first removes leftovers of a killed build.
  exec 9>"$lab/.build.lock"
  flock 9
  rm -rf --one-file-system "$lab"/.vps.?????? "$lab"/.machine.?????? "$lab"/.standin.?????? "$lab"/.remote-desktop.??????
  build_toolkit
  case ${1:-} in
    full)
      "$here/build-vps.sh" full
      "$here/build-standin.sh" bios
      "$here/build-standin.sh" uefi
      "$here/build-standin.sh" large
      "$here/build-standin.sh" four
      ;;
    rich)
      "$here/build-vps.sh" rich
      "$here/build-standin.sh" signed
      ;;
    cloud | debian-11 | debian-13 | whole-disk) "$here/build-vps.sh" "$1" ;;
    *)
      "$here/build-vps.sh"
      "$here/build-standin.sh"
      ;;
  esac
  # Changes the owner to the calling user when built through sudo.
  [ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:" "$lab" "$toolkit"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  install-packages) install_packages "$@" ;;
  build) build "$@" ;;
  clean-cache) rm -rf --one-file-system "$cache" ;;
  boot) boot "$@" ;;
  up) up "$@" ;;
  stop) options "$@" && stop_machine ;;
  power-cycle) options "$@" && power_cycle ;;
  read-back) options "$@" && read_back ;;
  has-guard) options "$@" && has_guard ;;
  sign-in) options "$@" && sign_in ;;
  check-second-disk) options "$@" && check_second_disk ;;
  status) options "$@" && status ;;
  *) sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "$0" >&2 && exit 2 ;;
esac
