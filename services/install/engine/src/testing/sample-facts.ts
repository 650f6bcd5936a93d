import { parseFacts, type Facts } from '../machine/facts.js';

/** Output of vps/facts.sh on a Debian 12 VPS with one virtio disk and DHCP. */
export const SAMPLE_FACTS_TEXT = `FACTS=1
UID=0
ARCH=x86_64
KERNEL=6.1.0-56-cloud-amd64
HOSTNAME=lab-vps
BOOT_ID=0e4f9c1e-2a3b-4c5d-8e6f-7a8b9c0d1e2f
CLOCK=1795255000
RTC=1795255000
TIME_ZONE=Asia/Jakarta
KEYBOARD=us
LOCALE=en_US.UTF-8
SSH_CONNECTION=192.0.2.9 51234 10.0.2.15 22
OS_NAME=Debian GNU/Linux 12 (bookworm)
VIRT=qemu
CONTAINER=none
HYPERVISOR_FLAG=yes
DMI=QEMU / Standard PC (i440FX + PIIX, 1996)
MODULES=yes
KERNEL_IMAGE=/boot/vmlinuz-6.1.0-56-cloud-amd64
CPU_MODEL=QEMU Virtual CPU version 2.5+
CPU_FLAGS=fpu sse sse2 cx16 sse4_1 sse4_2 popcnt hypervisor lahf_lm
SOCKETS=1
MEMORY_KB=995328
FIRMWARE=bios
LOCKDOWN=none
CMDLINE=BOOT_IMAGE=/boot/vmlinuz-6.1.0-56-cloud-amd64 root=UUID=1-2 ro console=ttyS0 tsc=reliable quiet
ROOT_DISK=vda
BOOT_DISK=vda
DISK=name=vda size=4294967296 sector=512 bus=virtio-blk ro=0 removable=0 serial=casement-lab head=5fe2adc3d1df1d4bf6f2b1a3b0f0fe9a3c7a1b1a9f0e8d7c6b5a493827160504 partitions=yes boot_code=yes modules=virtio_blk,virtio_pci,
ROUTE4=via=10.0.2.2 source=10.0.2.15 proto=dhcp
NIC=name=eth0 mac=52:54:00:CA:5E:01 mtu=1500 driver=virtio_net modules=virtio_net,virtio_pci,
ADDRESS4=address=10.0.2.15/24 dynamic=yes
ADDRESS6=address=fec0::5/64 dynamic=yes
ROUTE6=via=fe80::2 proto=ra
DNS=10.0.2.3
GRUB=dir=/boot/grub fs=ext4 plain=yes partition=1 inside=/boot/grub env=yes reboot=grub-reboot next_entry=yes custom=yes
GRUB_BOOT_SECTOR=vda
STARTED_FROM_DISK=yes
KEXEC=built=yes disabled=0
ROOM=dir=/var/lib fs=ext4 free_kb=928768 free_inodes=60000 ro=no noexec=no
ROOM=dir=/boot fs=ext4 free_kb=928768 free_inodes=60000 ro=no noexec=no
ROOM=dir=/dev/shm fs=tmpfs free_kb=497664 free_inodes=124416 ro=no noexec=no
ROOM=dir=/tmp fs=ext4 free_kb=928768 free_inodes=60000 ro=no noexec=no
ROOM=dir=/run fs=tmpfs free_kb=99000 free_inodes=124000 ro=no noexec=yes
ROOM=dir=/dev fs=devtmpfs free_kb=490000 free_inodes=122500 ro=no noexec=no
HAS_MODULE=fuse
HAS_MODULE=vfat
END=1
`;

export const sampleFacts = (changes: Partial<Facts> = {}): Facts => ({
  ...parseFacts(SAMPLE_FACTS_TEXT),
  ...changes,
});
