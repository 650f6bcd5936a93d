# shellcheck shell=sh
# facts.sh: prints the properties of this machine as KEY=VALUE lines and changes nothing. Keys may repeat. The value
# of a record consists of name=value words. Unknown values are omitted. Run by `sh` on any customer system: POSIX
# only, and every tool may be missing.
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

fact() { printf '%s=%s\n' "$1" "$2"; }
have() { command -v "$1" >/dev/null 2>&1; }
first_line() { head -n 1 "$1" 2>/dev/null; }
yes_no() { if "$@" >/dev/null 2>&1; then echo yes; else echo no; fi; }
# Prints the text as one word that is valid in a record.
word() { printf '%s' "$1" | tr -c 'A-Za-z0-9._:/@+,-' '_'; }

kernel=$(uname -r)
fact FACTS 1
fact UID "$(id -u)"
fact ARCH "$(uname -m)"
fact KERNEL "$kernel"
fact HOSTNAME "$(uname -n)"
fact BOOT_ID "$(first_line /proc/sys/kernel/random/boot_id)"
fact CLOCK "$(date +%s)"
# The kernel reads the clock chip as UTC, so the value differs from CLOCK if the chip has local time.
fact RTC "$(first_line /sys/class/rtc/rtc0/since_epoch)"
fact OS_NAME "$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' /etc/os-release 2>/dev/null)"

# Prints "client port server port" of this SSH connection. sudo drops the variable, so it is read from the nearest caller
# that has it.
ssh_connection() {
  pid=$$
  while [ "${pid:-0}" -gt 1 ]; do
    [ -r "/proc/$pid/environ" ] || return
    found=$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n 's/^SSH_CONNECTION=//p')
    [ -n "$found" ] && echo "$found" && return
    pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
  done
}
connection=$(ssh_connection)
fact SSH_CONNECTION "$connection"

# TCP ports with a listener (the list that ss shows) and those of sshd's configuration
{
  sed -n 's/^ *[0-9]*: [0-9A-F]*:\([0-9A-F]\{4\}\) [0-9A-F:]* 0A .*/\1/p' /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    while read -r port; do printf '%d\n' "0x$port"; done
  sshd -T 2>/dev/null | sed -n 's/^port //p'
} | sort -un | sed 's/^/LISTENING=/'

# Ports or ranges (20-25) that this machine's packet filters redirect to sshd; `?` for a rule with other conditions
# shellcheck disable=SC2086 # two of four words
redirected() {
  set -- $connection
  [ -n "${4:-}" ] || return
  here=$(printf '%s' "$3" | sed 's/\./\\./g')
  { nft -nn list ruleset; iptables-save -t nat; iptables-legacy-save -t nat; } 2>/dev/null |
    grep -E "(redirect to (.*[: ])?|--to-ports |(dnat to|dnat ip to|--to-destination) ($here|127[.0-9]*)?):?$4([^0-9]|\$)" |
    sed -n -e 's/.*dports\{0,1\} {\{0,1\} *\([0-9][0-9:, -]*\).*/\1/p' -e t -e 's/.*/?/p' |
    tr ',:' '\n-' | sed -e 's/[ -]*$//' -e 's/^ */REDIRECTED=/'
}
redirected | sort -u

# ---- settings that Windows takes over
# value_of NAME FILE…: prints the first NAME=value of the files, without quotes.
value_of() {
  name=$1
  shift
  cat "$@" 2>/dev/null | sed -n "s/^[[:space:]]*$name=[\"']\{0,1\}\([^\"']*\).*/\1/p" | head -n 1
}
# A system without /etc/localtime uses UTC. A copy of the zone's file does not contain the zone's name.
zone=$(readlink /etc/localtime 2>/dev/null | sed -n 's|.*/zoneinfo/\(posix/\)\{0,1\}||p')
[ -n "$zone" ] || zone=$(first_line /etc/timezone)
[ -n "$zone" ] || [ -e /etc/localtime ] || zone=UTC
fact TIME_ZONE "$(word "$zone")"
layout=$(value_of XKBLAYOUT /etc/default/keyboard /etc/vconsole.conf)
fact KEYBOARD "$(word "${layout:-$(value_of KEYMAP /etc/vconsole.conf)}")"
fact LOCALE "$(word "$(value_of LANG /etc/default/locale /etc/locale.conf)")"

# ---- virtualisation
have systemd-detect-virt && fact VIRT "$(systemd-detect-virt --vm 2>/dev/null)"
# A container does not see the kernel's threads. An image made from a container may still have the container's files,
# which systemd trusts as well.
if [ "$(first_line /proc/2/comm)" != kthreadd ]; then
  have systemd-detect-virt && fact CONTAINER "$(systemd-detect-virt --container 2>/dev/null)"
  for container in /.dockerenv /run/.containerenv; do
    [ -e "$container" ] && fact CONTAINER "${container##*/}"
  done
fi
[ -d /proc/vz ] && [ ! -d /proc/bc ] && fact CONTAINER openvz
[ -r /proc/1/environ ] && tr '\0' '\n' </proc/1/environ 2>/dev/null | sed -n 's/^container=/CONTAINER=/p'
fact HYPERVISOR_FLAG "$(yes_no grep -qw hypervisor /proc/cpuinfo)"
fact DMI "$(first_line /sys/class/dmi/id/sys_vendor) / $(first_line /sys/class/dmi/id/product_name)"
for name in bios_vendor board_vendor product_family product_version chassis_vendor chassis_asset_tag; do
  [ -r "/sys/class/dmi/id/$name" ] && fact DMI_MORE "$(first_line "/sys/class/dmi/id/$name")"
done
[ -r /sys/hypervisor/type ] && fact HYPERVISOR_TYPE "$(first_line /sys/hypervisor/type)"
# Devices of hypervisors: virtio, vmbus (Hyper-V), xen.
for bus in virtio vmbus xen; do
  ls /sys/bus/$bus/devices/* >/dev/null 2>&1 && fact HYPERVISOR_BUS "$bus"
done
fact CLOCK_SOURCES "$(first_line /sys/devices/system/clocksource/clocksource0/available_clocksource)"
# CPUID signatures at 0x40000000, and at 0x40000100 where KVM shows Hyper-V's first. The device exists only if its
# module is loaded, so the kernel log and lscpu are read as well.
for leaf in 67108864 67108880; do
  [ -r /dev/cpu/0/cpuid ] &&
    fact HYPERVISOR_CPU "$(dd if=/dev/cpu/0/cpuid bs=16 skip="$leaf" count=1 2>/dev/null | tail -c 12 | tr -cd 'A-Za-z')"
done
dmesg 2>/dev/null | sed -n 's/.*Hypervisor detected: /HYPERVISOR_CPU=/p' | head -n 1
have lscpu && lscpu 2>/dev/null | sed -n 's/^Hypervisor vendor: */HYPERVISOR_CPU=/p'

# ---- processor, kernel, memory, firmware
cpuinfo() { sed -n "s/^$1[[:space:]]*: *//p" /proc/cpuinfo 2>/dev/null; }
fact CPU_MODEL "$(cpuinfo 'model name' | head -n 1)"
fact CPU_FLAGS "$(cpuinfo flags | head -n 1)"
fact SOCKETS "$(cpuinfo 'physical id' | sort -u | wc -l | tr -d ' ')"
# NixOS and Guix store the modules of the booted system elsewhere.
modules_root=
for dir in '' /run/booted-system/kernel-modules /run/booted-system/kernel; do
  [ -d "$dir/lib/modules/$kernel" ] && modules_root=$dir && fact MODULES yes && break
done
fact MODULES_ROOT "$modules_root"
# Memory reserved for Linux' crash kernel is free for the stage and Windows.
memory=$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)
reserved=$(first_line /sys/kernel/kexec_crash_size)
fact MEMORY_KB "$((${memory:-0} + ${reserved:-0} / 1024))"
if [ -d /sys/firmware/efi ]; then
  fact FIRMWARE uefi
  for file in /sys/firmware/efi/efivars/SecureBoot-*; do
    [ -r "$file" ] && fact SECURE_BOOT "$(od -An -tu1 -j4 -N1 "$file" | tr -d ' ')"
  done
else
  fact FIRMWARE bios
fi
fact LOCKDOWN "$(sed -n 's/.*\[\(.*\)\].*/\1/p' /sys/kernel/security/lockdown 2>/dev/null)"
fact CMDLINE "$(first_line /proc/cmdline)"

# ---- disks
# Prints the number of the mounted device. btrfs and similar file systems show a number without a device.
device_of_mount() {
  set -- "$(awk -v mount="$1" '$5 == mount { number = $3; for (i = 7; $i != "-"; i++); source = $(i + 2) }
    END { print number, source }' /proc/self/mountinfo)"
  number=${1%% *} source=${1#* }
  if [ ! -e "/sys/dev/block/$number" ] && [ -b "$source" ]; then
    number=$(stat -L -c '%t %T' "$source" | while read -r major minor; do
      echo "$((0x$major)):$((0x$minor))"
    done)
  fi
  [ -e "/sys/dev/block/$number" ] && readlink -f "/sys/dev/block/$number"
}

# Prints the disks under a block device in /sys, through all layers.
disks_under() {
  if [ -e "$1/partition" ]; then
    disks_under "${1%/*}"
  elif ls "$1"/slaves/* >/dev/null 2>&1; then
    for slave in "$1"/slaves/*; do disks_under "$(readlink -f "$slave")"; done
  else
    echo "${1##*/}"
  fi
}

# / of Fedora CoreOS and bootc is an overlay (composefs) of a folder in /sysroot.
system=/
[ -e /run/ostree-booted ] && [ -z "$(device_of_mount /)" ] && system=/sysroot
root=$(device_of_mount "$system")
# Prints all devices of the root file system. /sys shows the layers of a block device; these file systems span devices by
# themselves.
root_devices() {
  echo "$root"
  set -- "$(awk -v mount="$system" '$5 == mount { for (i = 7; $i != "-"; i++); line = $(i + 1) " " $(i + 2) " " $(i + 3) }
    END { print line }' /proc/self/mountinfo)"
  case $1 in
    btrfs*)
      for pool in /sys/fs/btrfs/*/devices; do
        [ -e "$pool/${root##*/}" ] && for device in "$pool"/*; do readlink -f "$device"; done
      done
      ;;
    zfs*)
      pool=${1#zfs } pool=${pool%%[/ ]*}
      zpool list -v -H -P -L "$pool" 2>/dev/null | awk '$1 ~ "^/dev/" { print $1 }'
      ;;
    bcachefs*) printf '%s\n' "$1" | cut -d' ' -f2 | tr : '\n' ;;
    # Separate devices of the log and of real-time data.
    xfs*) printf '%s\n' "$1" | tr ' ,' '\n\n' | sed -n -e 's/^logdev=//p' -e 's/^rtdev=//p' ;;
  esac
}
# Device names may be links, such as /dev/mapper/vg-root.
root_disks=$(root_devices | while read -r device; do
  case $device in /dev/*) device=/sys/class/block/$(basename "$(readlink -f "$device")") ;; esac
  [ -n "$device" ] && disks_under "$(readlink -f "$device")"
done | sort -u)
for name in $root_disks; do fact ROOT_DISK "$name"; done
# Linux may wait for a passphrase when it boots, whichever volume is encrypted.
cat /sys/block/dm-*/dm/uuid 2>/dev/null | grep -q '^CRYPT-LUKS' && fact ENCRYPTED LUKS
have zfs && zfs list -H -o keylocation 2>/dev/null | grep -q '^prompt' && fact ENCRYPTED ZFS

# Prints the modules of a device and of all its parents. The parent of a multipath NVMe disk is a subsystem, which is
# not hardware; its controllers are links next to it.
modules_of() {
  for at in "$1" "$1"/nvme[0-9]*; do
    at=$(readlink -f "$at")
    while [ -n "$at" ] && [ "$at" != /sys/devices ] && [ "$at" != / ]; do
      [ -e "$at/driver/module" ] && basename "$(readlink -f "$at/driver/module")"
      at=${at%/*}
    done
  done
}

list_of() { "$@" | sort -u | tr '\n' ','; }

# Checks the controller: PCI class 0101, or no PCI class (legacy ports without PCI).
is_ide() {
  at=$(readlink -f "$1")
  while [ -n "$at" ] && [ "$at" != / ]; do
    [ -r "$at/class" ] && case $(first_line "$at/class") in 0x0101*) return 0 ;; 0x01*) return 1 ;; esac
    at=${at%/*}
  done
  return 1
}

bus_of() {
  case $(readlink -f "$1") in
    */virtio*/host*) echo virtio-scsi ;;
    */virtio*) echo virtio-blk ;;
    */nvme*) echo nvme ;;
    */usb*) echo usb ;;
    */ata*) if is_ide "$1"; then echo ide; else echo sata; fi ;;
    */vmbus*) echo hyperv ;;
    */xen* | */vbd-*) echo xen ;;
    */mmc*) echo mmc ;;
    */host*) echo scsi ;;
    *) echo unknown ;;
  esac
}

serial_of() {
  for file in "$1/serial" "$1/device/serial"; do
    [ -s "$file" ] && tr -d ' \n' <"$file" && return
  done
  # Page 0x80 of a SCSI disk has a header of four bytes followed by the serial. sysfs reports size 0 for this file, so
  # `-s` cannot be used.
  [ -r "$1/device/vpd_pg80" ] && tail -c +5 "$1/device/vpd_pg80" | tr -cd 'A-Za-z0-9._-'
}

# Whether a BIOS could boot the disk: the first 440 bytes contain non-zero bytes.
has_boot_code() { head -c 440 "$1" | tr -d '\0' | grep -qa .; }

for disk in /sys/block/*; do
  name=${disk##*/}
  case $name in loop* | ram* | zram* | sr* | fd* | dm-* | md* | nbd* | mtdblock* | zd* | bcache* | drbd* | nvme*c*n*) continue ;; esac
  size=$(first_line "$disk/size")
  [ "${size:-0}" -gt 0 ] || continue
  # sha256 of the first 34 sectors (boot code and both kinds of partition table).
  head=
  [ -r "/dev/$name" ] && have sha256sum &&
    head=$(head -c 17408 "/dev/$name" 2>/dev/null | sha256sum | cut -d' ' -f1)
  fact DISK "name=$name size=$((size * 512)) sector=$(first_line "$disk/queue/logical_block_size")\
 bus=$(bus_of "$disk/device") ro=$(first_line "$disk/ro") removable=$(first_line "$disk/removable")\
 serial=$(word "$(serial_of "$disk")") head=$head partitions=$(yes_no ls "$disk/$name"*/partition)\
 boot_code=$(yes_no has_boot_code "/dev/$name")\
 modules=$(list_of modules_of "$disk/device")"
  # Text printed by GRUB's boot sector, without which a BIOS could not start GRUB.
  head -c 512 "/dev/$name" 2>/dev/null | grep -qa GRUB && fact GRUB_BOOT_SECTOR "$name"
done

# ---- network
# Prints the word after a word. For "default via 192.0.2.1 dev eth0", dev gives eth0.
field() { printf ' %s\n' "$2" | sed -n "s/.* $1 \([^ ]*\).*/\1/p"; }
# default_route FAMILY [DEVICE]: prints the route in use, which has the smallest metric (a missing metric means 0), on
# one line even if it has several next hops.
default_route() {
  ip "$1" -o route show default 2>/dev/null | grep " dev ${2:-}" | awk '{
    metric = 0
    for (i = 1; i < NF; i++) if ($i == "metric") metric = $(i + 1)
    print metric, $0
  }' | sort -n | head -n 1
}
# Packet size of a route: its mtu, or its TCP segment size (advmss) plus headers of 40 bytes (IPv6: 60).
route_mtu() { # ROUTE HEADERS
  printf '%s\n' "$1" | awk -v headers="$2" '{
    for (i = 1; i < NF; i++) {
      if ($i != "mtu" && $i != "advmss") continue
      size = $(i + 1) == "lock" ? $(i + 2) : $(i + 1)
      if ($i == "advmss") size += headers
      if (!least || size < least) least = size
    }
    print least
  }'
}
# In "2: eth0 inet 192.0.2.5/24 brd … scope global dynamic eth0", dynamic means assigned by DHCP or a router.
addresses() { # FAMILY KEY CARD
  ip "$1" -o addr show dev "$3" scope global 2>/dev/null | while read -r _ _ _ address rest; do
    # A deprecated IPv4 address is in use; an administrator set preferred_lft to 0 so that it is not a source address.
    case $1$rest in *temporary* | *tentative* | -6*deprecated* | *dadfailed*) continue ;; esac
    fact "$2" "card=$3 address=$address dynamic=$(case $rest in *dynamic*) echo yes ;; *) echo no ;; esac)"
  done
}
route=$(default_route -4)
nic=$(field dev "$route")
if [ -n "$nic" ]; then
  device=/sys/class/net/$nic/device
  fact ROUTE4 "via=$(field via "$route") source=$(field src "$route") proto=$(field proto "$route")\
 mtu=$(route_mtu "$route" 40)"
  kind=$(sed -n 's/^DEVTYPE=//p' "/sys/class/net/$nic/uevent" 2>/dev/null)
  fact NIC "name=$nic kind=$(word "$kind") mac=$(first_line "/sys/class/net/$nic/address") mtu=$(first_line "/sys/class/net/$nic/mtu")\
 driver=$([ -e "$device/driver" ] && basename "$(readlink -f "$device/driver")")\
 modules=$([ -e "$device" ] && list_of modules_of "$device")"
  addresses -4 ADDRESS4 "$nic"
  addresses -6 ADDRESS6 "$nic"
  route6=$(default_route -6 "$nic ")
  [ -n "$route6" ] && fact ROUTE6 "via=$(field via "$route6") proto=$(field proto "$route6") mtu=$(route_mtu "$route6" 60)"
fi
# Addresses of the other cards and VLANs. Interfaces created by containers and tunnels have no device.
for device in /sys/class/net/*; do
  card=${device##*/}
  [ "$card" != "$nic" ] || continue
  [ -e "$device/device" ] || grep -qs '^DEVTYPE=vlan' "$device/uevent" || continue
  for family in -4 -6; do addresses "$family" OTHER_ADDRESS "$card"; done
done
# If the VPS runs a local resolver, the real name servers are in one of the other files.
for file in /etc/resolv.conf /run/systemd/resolve/resolv.conf /run/NetworkManager/no-stub-resolv.conf; do
  [ -r "$file" ] && awk '$1 == "nameserver" && $2 !~ /^127\./ && $2 != "::1" { print $2 }' "$file"
done | awk '!seen[$0]++' | while read -r server; do
  family=-4
  case $server in *:*) family=-6 ;; esac
  # Servers reached over a VPN or on this machine disappear with Linux.
  card=$(field dev "$(ip "$family" -o route get "$server" 2>/dev/null)")
  case $card in '' | "$nic") fact DNS "$server" ;; *) fact DNS_ELSEWHERE "$server" ;; esac
done

# ---- a way to boot once
mount_of() { df -P "$1" 2>/dev/null | awk 'NR == 2 { print $6 }'; }
fs_of() { awk -v mount="$1" '$5 == mount { for (i = 7; $i != "-"; i++); type = $(i + 1) } END { print type }' /proc/self/mountinfo; }
grubenv_is_whole() {
  [ "$(head -c 24 "$1")" = '# GRUB Environment Block' ] && [ "$(wc -c <"$1")" -eq 1024 ]
}
for dir in /boot/grub /boot/grub2; do
  [ -s "$dir/grub.cfg" ] || continue
  mount=$(mount_of "$dir")
  device=$(device_of_mount "$mount")
  reboot=
  for tool in grub-reboot grub2-reboot; do have "$tool" && reboot=$tool && break; done
  case $mount in /) inside=$dir ;; *) inside=${dir#"$mount"} ;; esac
  fact GRUB "dir=$dir fs=$(fs_of "$mount") plain=$(yes_no [ -e "$device/partition" ])\
 partition=$(first_line "$device/partition") inside=$inside\
 env=$(yes_no grubenv_is_whole "$dir/grubenv") reboot=$reboot\
 next_entry=$(yes_no grep -q 'save_env next_entry' "$dir/grub.cfg")\
 custom=$(yes_no grep -q 'custom\.cfg' "$dir/grub.cfg")"
  break
done
for dir in /boot /boot/efi /efi; do
  [ -d "$dir" ] || continue
  device=$(device_of_mount "$(mount_of "$dir")")
  [ -n "$device" ] && disks_under "$device"
done | sort -u | while read -r name; do fact BOOT_DISK "$name"; done
# Prints the mounted FAT file systems, from which UEFI boots. An automounted folder is accessed first so that it is
# mounted.
efi_mounts() {
  ls /boot /efi /boot/efi >/dev/null 2>&1
  awk '{ for (i = 7; $i != "-"; i++); if ($(i + 1) == "vfat") print $5 }' /proc/self/mountinfo
}
efi=$(efi_mounts)
has_loader() { find "$1"/[Ee][Ff][Ii] -iname '*.efi' 2>/dev/null | grep -q .; }
for dir in $efi; do
  device=$(device_of_mount "$dir")
  [ -n "$device" ] && has_loader "$dir" && disks_under "$device"
done | sort -u | while read -r name; do fact LOADER_DISK "$name"; done
# boot_file PATH: prints the file that a boot loader's path names, if it exists. The path may begin with a partition, a
# subvolume or a mount, so its first folders are dropped one by one.
boot_file() {
  file=$(printf '%s' "$1" | tr '\134' / | sed -e 's/^([^)]*)//' -e 's,^/*,,')
  while [ -n "$file" ]; do
    for dir in / /boot/ $efi; do
      [ -e "${dir%/}/$file" ] && printf '%s\n' "${dir%/}/$file" && return
    done
    case $file in */*) file=${file#*/} ;; *) break ;; esac
  done
  return 1
}
# Prints the value of an argument of the running kernel.
argument() { tr ' ' '\n' </proc/cmdline | sed -n "s/^$1=//p" | head -n 1; }
lilo_labels() {
  sed -n 's/^[[:space:]]*label[[:space:]]*=[[:space:]]*"\{0,1\}\([^"[:space:]]*\).*/\1/p' /etc/lilo.conf 2>/dev/null
}
# The kernel's command line identifies the boot loader: GRUB and SYSLINUX name the kernel's file, systemd-boot the
# path of the initrd; systemd-boot and a unified kernel leave a variable. A hypervisor that supplies the kernel does
# none of this, or names a file that does not exist here; QEMU passes "initrd=initrd".
started_from_disk() {
  for name in BOOT_IMAGE initrd; do
    value=$(argument "$name")
    case $name=$value in *= | initrd=[!/\\]*) continue ;; esac
    boot_file "$value" && return 0
    # LILO passes its label instead of a file.
    [ "$name" = BOOT_IMAGE ] && lilo_labels | grep -qxF "$value" && return 0
  done
  find /sys/firmware/efi/efivars \( -name 'LoaderInfo-*' -o -name 'StubInfo-*' \) 2>/dev/null | grep -q .
}
fact STARTED_FROM_DISK "$(yes_no started_from_disk)"
# Prints the version stored in a kernel image. x86 boot protocol: "HdrS" is at 514, and the version string is at 512
# plus the 16-bit number at 526.
version_in() {
  [ "$(dd if="$1" bs=1 skip=514 count=4 2>/dev/null | tr -d '\0')" = HdrS ] || return
  at=$(od -An -tu2 -j526 -N2 "$1" | tr -d ' ')
  dd if="$1" bs=1 skip=$((at + 512)) count=200 2>/dev/null | tr '\0 ' '\n\n' | head -n 1
}
# Prints version and path of kernel images: first those whose name has the running version, then any that store one.
kernel_images() {
  for file in "/boot/vmlinuz-$kernel" "/boot/kernel-$kernel"; do
    [ -r "$file" ] && echo "$kernel $file"
  done
  {
    boot_file "$(argument BOOT_IMAGE)"
    find /run/booted-system/kernel /run/booted-system/kernel/bzImage 2>/dev/null
    # shellcheck disable=SC2086 # words
    find -L /boot $efi -maxdepth 5 -type f -size +1023k 2>/dev/null | head -n 200
  } | while read -r file; do
    version=$(version_in "$file")
    [ -n "$version" ] && echo "$version $file"
  done
  # Last, because GRUB may be unable to read the root file system (LVM, a subvolume of btrfs).
  [ -r "/lib/modules/$kernel/vmlinuz" ] && echo "$kernel /lib/modules/$kernel/vmlinuz"
}
kernel_images | while read -r version file; do
  if [ "$version" = "$kernel" ]; then
    fact KERNEL_IMAGE "$(readlink -f "$file")"
    break
  elif [ -d "/lib/modules/$version" ]; then
    # A restart may start this kernel.
    fact NEXT_KERNEL "$version"
  fi
done
# systemd-boot reports its name, and so does GRUB from 2.12 on. The name shows whether an installed GRUB was replaced
# by another loader. The value is UTF-16 after four attribute bytes.
for file in /sys/firmware/efi/efivars/LoaderInfo-*; do
  [ -r "$file" ] && fact LOADER "$(tail -c +5 "$file" | tr -cd 'A-Za-z0-9._ -')"
done
fact KEXEC "built=$(yes_no [ -e /sys/kernel/kexec_loaded ]) disabled=$(first_line /proc/sys/kernel/kexec_load_disabled)"

# ---- room for the stage
# Checks the options of the mount and of the file system itself, because a kernel that finds errors makes only the
# latter read-only.
has_option() { # OPTION MOUNT
  awk -v mount="$2" '$5 == mount { options = $6 "," $NF } END { print options }' /proc/self/mountinfo | tr , '\n' | grep -qx "$1"
}
# Folders for the tools and the stage, then folders that may be in memory. Inodes stay empty if the file system has no
# limit, such as btrfs and FAT.
for dir in /var/lib /boot /dev/shm /tmp /run /dev; do
  mount=$(mount_of "$dir")
  [ -n "$mount" ] || continue
  inodes=$(stat -f -c '%c %d' "$dir" 2>/dev/null)
  case $inodes in '0 '*) inodes= ;; esac
  fact ROOM "dir=$dir fs=$(fs_of "$mount") free_kb=$(df -Pk "$dir" 2>/dev/null | awk 'NR == 2 { print $4 }')\
 free_inodes=${inodes#* } ro=$(yes_no has_option ro "$mount") noexec=$(yes_no has_option noexec "$mount")"
done
# busybox's modprobe has no long options.
is_on_disk() { modprobe -D "$1" >/dev/null 2>&1; }
# Prints the drivers that the stage must load again. Built-in drivers have no initstate.
drivers() {
  for disk in $root_disks; do modules_of "/sys/block/$disk/device"; done
  [ -n "$nic" ] && modules_of "/sys/class/net/$nic/device"
}
have modprobe && for module in $(drivers | sort -u); do
  [ ! -e "/sys/module/$module/initstate" ] || is_on_disk "$module" || fact MISSING_MODULE "$module"
done
# Modules to mount the new Windows partition and the partition that UEFI boots from.
for module in fuse vfat; do
  if grep -qw "$module" /proc/filesystems || is_on_disk "$module"; then
    fact HAS_MODULE "$module"
  fi
done
for tool in ip flock gzip sha256sum modprobe df awk sed setsid; do
  have "$tool" || fact MISSING_TOOL "$tool"
done
fact END 1
