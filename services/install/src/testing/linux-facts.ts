import { TEST_IMAGE_BYTES } from './test-image.js';

/** Output of vps/facts.sh on an ordinary VPS behind NAT: Debian, BIOS, one virtio disk, DHCP, GRUB on ext4. */
export const linuxFacts = (bootId: string): string => `FACTS=1
UID=0
ARCH=x86_64
CPU_MODEL=QEMU Virtual CPU version 2.5+
CPU_FLAGS=fpu sse sse2 sse4_1 sse4_2 popcnt hypervisor
SOCKETS=1
KERNEL=6.1.0-28-cloud-amd64
HOSTNAME=simulated-vps
SSH_CONNECTION=192.0.2.9 51234 10.0.2.15 22
LISTENING=22
BOOT_ID=${bootId}
CLOCK=${Math.floor(Date.now() / 1000)}
TIME_ZONE=Asia/Jakarta
KEYBOARD=us
LOCALE=en_US.UTF-8
OS_NAME=Debian GNU/Linux 12 (bookworm)
VIRT=kvm
CONTAINER=none
HYPERVISOR_FLAG=yes
DMI=QEMU / Standard PC (i440FX + PIIX, 1996)
MODULES=yes
KERNEL_IMAGE=/boot/vmlinuz-6.1.0-28-cloud-amd64
MEMORY_KB=1998000
FIRMWARE=bios
LOCKDOWN=none
CMDLINE=BOOT_IMAGE=/boot/vmlinuz root=/dev/vda1 ro console=ttyS0
ROOT_DISK=vda
DISK=name=vda size=${TEST_IMAGE_BYTES * 4} sector=512 bus=virtio-blk ro=0 removable=0 serial=sim head=${'b'.repeat(64)} partitions=yes boot_code=yes modules=virtio_blk
NIC=name=eth0 mac=52:54:00:00:00:01 mtu=1500 driver=virtio_net modules=virtio_net
ROUTE4=via=10.0.2.2 source=10.0.2.15 proto=dhcp
ADDRESS4=address=10.0.2.15/24 dynamic=yes
DNS=10.0.2.3
GRUB=dir=/boot/grub fs=ext4 plain=yes partition=1 inside=/boot/grub env=yes next_entry=yes custom=yes reboot=grub-reboot
GRUB_BOOT_SECTOR=vda
STARTED_FROM_DISK=yes
KEXEC=built=yes disabled=0
ROOM=dir=/boot fs=ext4 free_kb=900000
ROOM=dir=/var/lib fs=ext4 free_kb=900000
ROOM=dir=/dev/shm fs=tmpfs free_kb=900000
HAS_MODULE=fuse
END=1
`;
