/** What an image asks of a VPS, from its manifest and the catalogue. */
export interface ImageRequirements {
  /** Bytes that the image covers on the disk. */
  rawSize: number;
  /** Smallest disk in bytes that Windows is useful on; at least rawSize. */
  minDisk: number;
  /** In bytes; 0 where only staging counts. */
  minMemory: number;
  firmware: 'bios' | 'uefi';
}

export interface PreflightSettings {
  /** What a VPS may start by. */
  firmwares: readonly ('bios' | 'uefi')[];
  /** Which buses and network drivers the image's contract covers. */
  diskBuses: readonly string[];
  nicDrivers: readonly string[];
  /** By the rule, or as asked (the lab tries both). */
  boot: 'auto' | 'grub' | 'kexec';
  /** Bytes the stage needs under /boot (GRUB) and the tools under /var/lib. */
  stageRoom: number;
  toolsRoom: number;
}

const MIB = 1 << 20;

export const PREFLIGHT_SETTINGS: PreflightSettings = {
  firmwares: ['bios', 'uefi'],
  diskBuses: ['virtio-blk', 'virtio-scsi', 'sata', 'nvme'],
  nicDrivers: ['virtio_net'],
  boot: 'auto',
  stageRoom: 48 * MIB,
  toolsRoom: 128 * MIB,
};
