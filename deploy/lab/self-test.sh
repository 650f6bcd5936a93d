#!/usr/bin/env bash
# self-test.sh [vps|standin]: verifies that the lab behaves like the VPS and the Windows that it simulates. Root; some
# minutes.
# shellcheck disable=SC2016 # what runs on the VPS is expanded there
set -euo pipefail
# shellcheck source=deploy/lab/lib.sh
. "$(dirname "$0")/lib.sh"

need_root 'the self-test'
need_programs sshpass ssh cpio mkntfs ntfs-3g qemu-system-x86_64
report_port=$((20000 + $$ % 20000))
address=127.0.0.11 name=self-test password=Lab-Pass-1 rdp_password='Kunde "%x" ^&! é'
serial=$lab/run/$name/serial.log
work=$(mktemp -d "$lab/.self-test.XXXXXX")
mounted=''
trap '"$here/lab.sh" stop --name "$name" 2>/dev/null; [ -z "$mounted" ] || umount -l "$mounted"; rm -rf --one-file-system "$work"' EXIT

ok() { echo "ok   $*"; }
# prove WHAT COMMAND...: fails unless the command succeeds.
prove() {
  "${@:2}" || fail "not so: $1"
  ok "$1"
}
# until_true SECONDS WHAT COMMAND...: waits for a condition.
until_true() {
  local limit=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$SECONDS" -lt "$limit" ] || { tail -n 5 "$serial" >&2 && fail "in vain: $what"; }
    sleep 0.3
  done
  ok "$what"
}
# ssh_as USER PASSWORD COMMAND: runs the command in the VPS.
ssh_as() {
  SSHPASS=$2 sshpass -e ssh -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
    -o ConnectTimeout=5 "$1@$address" "${@:3}"
}
on_vps() { ssh_as root "$password" "$@"; }
refused() { ! "$@"; }
console_has() { grep -qaE "$1" "$serial"; }
console_count() { [ "$(grep -ca "$1" "$serial")" -ge "$2" ]; }

# Builds an initramfs of the toolkit and an init that identifies itself and returns to the VPS.
make_stage() {
  mkdir -p "$work/stage"
  cat >"$work/stage/init" <<'EOF'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
echo "LAB-STAGE $(zstd --version | head -c 30) $(blkdiscard --version)"
reboot -f
EOF
  chmod +x "$work/stage/init"
  cp "$toolkit/toolkit.cpio.gz" "$work/stage.img"
  (cd "$work/stage" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -9n) >>"$work/stage.img"
}

test_vps() {
  local kernel
  make_stage
  "$here/lab.sh" boot --name "$name" --address "$address" --port 22 --second-disk
  prove 'a second disk is there' on_vps 'test "$(lsblk -ndo TYPE | grep -c disk)" = 2'
  prove 'the VPS is bare: no curl, wget, zstd, ntfs-3g, kexec' \
    on_vps 'for t in curl wget zstd ntfs-3g kexec; do ! command -v $t || exit 1; done'
  prove 'user logs in and is not root' ssh_as user "$password" 'test "$(id -u)" != 0'
  prove 'a wrong password is refused' refused ssh_as root wrong true
  kernel=$(on_vps 'uname -r')
  on_vps 'cat >/boot/stage.img' <"$work/stage.img"

  on_vps "cat >/boot/grub/custom.cfg" <<EOF
menuentry stage --id lab-stage {
  linux /boot/vmlinuz-$kernel console=ttyS0 quiet
  initrd /boot/stage.img
}
EOF
  on_vps 'grub-editenv /boot/grub/grubenv set next_entry=lab-stage && sync && systemctl reboot' || true
  until_true 120 'GRUB, once: the stage booted with the toolkit as its userland' \
    console_has 'LAB-STAGE.*Zstandard.*blkdiscard'
  until_true 180 'GRUB, once: the VPS came back on its own' on_vps true
  prove 'GRUB, once: next_entry is clear' \
    on_vps '! grub-editenv /boot/grub/grubenv list | grep "^next_entry=."'

  on_vps 'rm /boot/grub/custom.cfg; mkdir -p /root/toolkit && cat >/root/toolkit/busybox' <"$toolkit/busybox"
  on_vps 'cd /root/toolkit && chmod +x busybox && gzip -dc | ./busybox cpio -idm 2>/dev/null' \
    <"$toolkit/toolkit.cpio.gz"
  prove "kexec, from the toolkit: loaded on the bare VPS" on_vps "/root/toolkit/toolkit-run kexec -l /boot/vmlinuz-$kernel --initrd=/boot/stage.img \
    --append='console=ttyS0 quiet'"
  on_vps 'sync; (setsid /root/toolkit/toolkit-run kexec -e </dev/null >/dev/null 2>&1 &)' || true
  until_true 120 'kexec: the stage booted' console_count 'LAB-STAGE' 2
  until_true 180 'kexec: the VPS came back on its own' on_vps true
  "$here/lab.sh" stop --name "$name"
}

# Injects the files that an install leaves on C:. The Administrator's own password is Strong-Lab-0 here.
inject() {
  local windows=$1/Windows
  local scripts=$windows/Setup/Scripts secret
  secret=$(printf 'Strong-Lab-0AdministratorPassword' | sed 's/./&\x00/g' | base64 -w 0)
  mkdir -p "$scripts/casement"
  cat >"$windows/Panther/unattend.xml" <<EOF
<?xml version="1.0" encoding="utf-8"?>
<unattend xmlns="urn:schemas-microsoft-com:unattend">
  <settings pass="oobeSystem">
    <component name="Microsoft-Windows-International-Core" processorArchitecture="amd64">
      <InputLocale>en-US</InputLocale><SystemLocale>en-US</SystemLocale>
      <UILanguage>en-US</UILanguage><UserLocale>en-US</UserLocale>
    </component>
    <component name="Microsoft-Windows-Shell-Setup" processorArchitecture="amd64"
      publicKeyToken="31bf3856ad364e35" language="neutral" versionScope="nonSxS">
      <UserAccounts><AdministratorPassword>
        <Value>$secret</Value><PlainText>false</PlainText>
      </AdministratorPassword></UserAccounts>
    </component>
  </settings>
</unattend>
EOF
  printf '%s\r\n' '@echo off' 'set CASEMENT_DIR=%~dp0casement' \
    'for /f "tokens=1,2 delims==" %%a in (%CASEMENT_DIR%\network.txt) do set %%a=%%b' \
    'reg add "HKLM\RDP-Tcp" /v PortNumber /t REG_DWORD /d %RDP_PORT% /f' \
    'reg add "HKLM\Terminal Server" /v fDenyTSConnections /t REG_DWORD /d 0 /f' \
    'rem password.b64' "set CASEMENT_UP_URL=http://10.0.2.2:$report_port/up" \
    'set CASEMENT_UP_TOKEN=lab-token' >"$scripts/SetupComplete.cmd"
  printf %s "$rdp_password" | base64 >"$scripts/casement/password.b64"
  printf '%s\r\n' MAC=52:54:00:ca:5e:01 MODE=static ADDRESS=10.0.2.15/32 GATEWAY=10.0.2.2 ONLINK=1 \
    DNS=10.0.2.3 MTU=1400 RDP_PORT=22 >"$scripts/casement/network.txt"
}

inject_dhcp() {
  inject "$1"
  printf '%s\r\n' MAC=52-54-00-CA-5E-01 MODE=dhcp RDP_PORT=22 \
    >"$1/Windows/Setup/Scripts/casement/network.txt"
}

# Creates injected.raw, a copy of the stand-in with the files that COMMAND injects.
injected_disk() {
  local driver start
  start=$(sfdisk -J "$lab/standin.raw" | grep -o '"start": *[0-9]*' | tail -n 1 | tr -dc 0-9)
  dd if="$lab/standin.raw" of="$work/c.img" bs=512 skip="$start" iflag=fullblock conv=sparse status=none
  mkdir -p "$work/c"
  ntfs-3g -o no_detach "$work/c.img" "$work/c" 2>/dev/null &
  driver=$!
  until mountpoint -q "$work/c"; do kill -0 "$driver" && sleep 0.05; done
  mounted=$work/c
  "$@" "$work/c"
  umount "$work/c" && mounted=''
  wait "$driver"
  cp --sparse=always "$lab/standin.raw" "$work/injected.raw"
  dd if="$work/c.img" of="$work/injected.raw" bs=512 seek="$start" conv=notrunc,sparse status=none
}

# standin_case WHAT EXPECTED_CONSOLE EXPECTED_ANSWER EXPECTED_SIGN_IN BOOT_OPTION...: EXPECTED_SIGN_IN is the output
# of sign-in for the right password and for a wrong one.
standin_case() {
  local what=$1 console=$2 answer=$3 sign_in=$4 output
  shift 4
  "$here/lab.sh" boot --name "$name" --address "$address" --port 22 --no-wait \
    --base "$work/injected.raw" "$@" 2>/dev/null
  until_true 240 "$what: booted from its own disk" console_has 'STANDIN end'
  "$here/lab.sh" read-back --name "$name" >"$work/read-back"
  grep -qx "$console" "$work/read-back" || { cat "$work/read-back" >&2 && fail "$what: no $console"; }
  output=$(x224 "$address" 22)
  [[ $output =~ ^($answer)$ ]] || fail "$what: answered '$output'"
  ok "$what: $console, answered '${output:-nothing}'"
  output=$(CASEMENT_RDP_PASSWORD=$rdp_password "$here/lab.sh" sign-in --address "$address" --port 22 2>&1) || true
  [[ $output == *": $sign_in" ]] || fail "$what: $output"
  ok "$what: ${output##*lab: }"
  "$here/lab.sh" stop --name "$name" 2>/dev/null
}
of() { echo "CASEMENT_RDP_PASSWORD: $1; another: $2"; }

test_standin() {
  local right ssh='5353482d322e30.*' nla=030000130ed000000000000203080002000000
  local tls=030000130ed000000000000203080001000000 locked=030000130ed00000123400021f080002000000
  right=$(printf %s "$rdp_password" | sha256sum | cut -d' ' -f1)
  injected_disk inject
  printf 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n' |
    timeout 300 "$toolkit/busybox" nc -l -p "$report_port" >"$work/report" &
  standin_case 'all right' verdict=ready "$nla" "$(of accepted refused)" --expect-password-sha256 "$right"
  prove 'all right: Windows reported itself to the API' grep -q '^POST /up' "$work/report"
  prove 'all right: with the token' grep -q '^Authorization: Bearer lab-token' "$work/report"
  prove 'all right: with who may sign in' grep -qx 'account=Administrator' "$work/report"
  standin_case 'not the password that was asked for' password=wrong '' "$(of nothing nothing)" \
    --expect-password-sha256 "${right//[0-9]/0}"
  standin_case 'another password' listening=another-password "$nla" "$(of refused accepted)" --standin another-password
  standin_case 'without NLA' listening=no-nla "$tls" "$(of 'no NLA' 'no NLA')" --standin no-nla
  standin_case 'a locked account' listening=locked "$locked" "$(of 'locked out' 'locked out')" --standin locked
  standin_case 'the old sshd' listening=ssh "$ssh" "$(of nothing nothing)" --standin ssh
  injected_disk inject_dhcp
  standin_case 'DHCP' mode=dhcp "$nla" "$(of accepted refused)" --expect-password-sha256 "$right"
  injected_disk true
  standin_case 'nothing injected' verdict=refused '' "$(of nothing nothing)"
}

case ${1:-all} in
  vps) test_vps ;;
  standin) test_standin ;;
  all) test_vps && test_standin ;;
  *) fail 'self-test.sh [vps|standin]' ;;
esac
