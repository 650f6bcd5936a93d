#!/usr/bin/env bash
# lab.sh COMMAND: a virtual machine that plays the customer's VPS, and a stand-in for Windows.
#   install-packages   what the lab needs of this machine, by apt (root)
#   build              the toolkit, the VPS and the stand-in, from Debian packages (root; cached)
#   boot [OPTION...]   starts the VPS on a fresh copy of its disk and waits for its SSH
#   up [OPTION...]     all three, then stays in the foreground; Ctrl-C stops the VPS
#   stop, status       [--name NAME]
#   read-back          [--address ADDRESS] [--port PORT]: what the stand-in found on its disk
# Options of boot and up (README.md says more):
#   --name NAME  --port PORT  --address ADDRESS  --memory MIB  --disk-size SIZE  --second-disk
#   --base FILE (boots this disk instead of the VPS's, on a fresh copy of it too)
#   --overlay FILE  --serial FILE  --pidfile FILE  --qmp SOCKET  --no-wait
#   --expect-password-sha256 HEX|any  --standin windows|ssh|silent
#   --network dhcp|static|onlink|dual|dual-onlink (all but dhcp: inside `network.sh inside`)
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=deploy/lab/network.sh
. "$here/network.sh"

ssh_limit=600 # seconds to wait for SSH: idle and without KVM it takes about 20, on a busy machine minutes

# Where the running `make start` expects its VPS, whoever started that; else ports below 1024 are root's.
default_port() {
  node "$here/../local/dist/inside.js" install -p process.env.INSTALL_TARGET_PORT 2>/dev/null ||
    if [ "$(id -u)" = 0 ]; then echo 22; else echo 2222; fi
}

options() {
  name=vps address='' network=dhcp port=${INSTALL_TARGET_PORT:-$(default_port)} memory=1024
  disk_size=4G second_disk='' wait=1 overlay='' serial='' pidfile='' qmp='' base=$lab/vps.raw
  expect=any standin=windows
  while [ $# -gt 0 ]; do
    case $1 in
      --second-disk) second_disk=1 && shift && continue ;;
      --no-wait) wait='' && shift && continue ;;
    esac
    [ $# -ge 2 ] || fail "$1 needs a value; see the head of lab.sh."
    case $1 in
      --name) name=$2 ;;
      --port) port=$2 ;;
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
      *) fail "unknown option $1; see the head of lab.sh." ;;
    esac
    shift 2
  done
  [[ $name =~ ^[A-Za-z0-9._-]+$ ]] || fail "--name $name: letters, digits, dot, dash only."
  [[ $expect =~ ^([0-9a-f]{64}|any)$ ]] || fail '--expect-password-sha256: 64 hex digits, or any.'
  [[ $standin =~ ^(windows|ssh|silent)$ ]] || fail '--standin: windows, ssh or silent.'
  known_network "$network" || fail "--network: one of $network_cases."
  address=${address:-$(network_address "$network")}
  run=$lab/run/$name
  overlay=${overlay:-$run/disk.qcow2} serial=${serial:-$run/serial.log}
  pidfile=${pidfile:-$run/qemu.pid}
}

# The pid of the machine that pidfile names, if it is one and lives.
running() {
  local pid
  pid=$(cat "$pidfile" 2>/dev/null) || return 1
  [ -n "$pid" ] && grep -qsa qemu-system "/proc/$pid/cmdline" && echo "$pid"
}

# Resizing a copy-on-write disk beneath its base would cut the VPS's own file system.
make_disks() {
  local bytes
  bytes=$(numfmt --from=iec "$disk_size") || fail "--disk-size $disk_size: like 4G or 1500M."
  [ "$bytes" -ge "$(stat -c %s "$base")" ] ||
    fail "--disk-size $disk_size is too small for $base itself."
  rm -f "$overlay" "$run/second.qcow2"
  qemu-img create -q -f qcow2 -b "$base" -F raw "$overlay" "$disk_size"
  [ -z "$second_disk" ] || qemu-img create -q -f qcow2 "$run/second.qcow2" 1G
}

start_machine() {
  local pid
  need_programs qemu-system-x86_64 qemu-img
  [ -s "$base" ] || fail 'the VPS is not built: run deploy/lab/lab.sh build as root.'
  mkdir -p "$run" || fail "can't write to $run."
  [ -w "$run" ] || fail "can't write to $run."
  ! pid=$(running) || fail "$name already runs (pid $pid): deploy/lab/lab.sh stop --name $name"
  [ "$port" = 22 ] || [ "$port" = 2222 ] || fail "port $port: in the machine sshd listens on 22 and 2222 only."
  if [ "$port" -lt 1024 ] && [ "$(id -u)" != 0 ]; then
    fail "port $port needs root; without it choose another, such as --port 2222."
  fi
  make_disks
  machine
  # shellcheck disable=SC2054 # the commas are QEMU's
  qemu+=(-action reboot=shutdown -chardev "file,id=console,path=$serial,append=on" -serial chardev:console
    -blockdev "driver=qcow2,node-name=disk,discard=unmap,file.driver=file,file.filename=$overlay,\
file.cache.no-flush=on,file.discard=unmap"
    -device virtio-blk-pci,drive=disk,serial=casement-lab
    -device virtio-rng-pci
    -fw_cfg "name=opt/casement/expected-password-sha256,string=$expect"
    -fw_cfg "name=opt/casement/standin,string=$standin")
  network_device "$network" "$run" "$address" "$port"
  [ -z "$second_disk" ] || qemu+=(-drive "file=$run/second.qcow2,format=qcow2,if=virtio")
  [ -z "$qmp" ] || qemu+=(-qmp "unix:$qmp,server=on,wait=off")
  : >"$serial"
  # What stays behind keeps none of its caller's files open: not a lock, not a pipe that someone waits on.
  setsid "$here/keep-running.sh" "$pidfile" "${qemu[@]}" \
    </dev/null >"$run/qemu.log" 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  until [ -s "$serial" ]; do # the boot loader greets within seconds
    sleep 0.1
    kill -0 $! 2>/dev/null || fail "QEMU did not start ($(tail -n 1 "$run/qemu.log")); is $address:$port taken?"
  done
  say "$name started (pid $(cat "$pidfile")), console in $serial"
}

# The port itself proves nothing: QEMU accepts before anything in the machine listens.
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
    say "$name does not run" && return 1
  fi
}

read_back() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 10 bash -c 'exec 3<>"/dev/tcp/$0/$1" && printf LAB? >&3 && cat <&3' "$address" "$port" ||
    fail "nothing answers on $address:$port"
}

install_packages() {
  local package missing=()
  while read -r package; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done < <(entries "$here/packages.txt")
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "needs Debian or Ubuntu, or by hand: ${missing[*]}"
  [ "$(id -u)" = 0 ] || fail "needs root once: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install \
    "${missing[@]}" >/dev/null
}

build() {
  # One at a time; what a killed one left behind goes first.
  exec 9>"$lab/.build.lock"
  flock 9
  rm -rf --one-file-system "$lab"/.vps.?????? "$lab"/.standin.??????
  "$here/../toolkit/build.sh" "$toolkit"
  "$here/build-vps.sh"
  "$here/build-standin.sh"
  # Built through sudo, it still belongs to whoever asked.
  [ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:" "$lab" "$toolkit"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  install-packages) install_packages ;;
  build) build ;;
  boot) boot "$@" ;;
  up) up "$@" ;;
  stop) options "$@" && stop_machine ;;
  read-back) options "$@" && read_back ;;
  status) options "$@" && status ;;
  *) sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "$0" >&2 && exit 2 ;;
esac
