/** What an image asks of a VPS, from its manifest and the catalogue. */
export interface ImageRequirements {
  /** Bytes that the image covers on the disk. */
  rawSize: number;
  /** Smallest disk in bytes that Windows is useful on; at least rawSize. */
  minDisk: number;
  /** In bytes; 0 where only staging counts. */
  minMemory: number;
  firmware: 'bios' | 'uefi';
  /** Windows' drivers in it, as registry/image-drivers.ts names them; absent where they are unknown. */
  drivers?: readonly string[] | undefined;
}

/** A Windows version of the catalogue, by the name that customers know it by. */
export interface VersionRequirements extends ImageRequirements {
  name: string;
}

export interface PreflightSettings {
  /** What a VPS may start by. */
  firmwares: readonly ('bios' | 'uefi')[];
  /** By the rule, or as asked (the lab tries both). */
  boot: 'auto' | 'grub' | 'kexec';
  /** Bytes the stage needs under /boot (GRUB) and the tools under /var/lib. */
  stageRoom: number;
  toolsRoom: number;
}

const MIB = 1 << 20;

export const PREFLIGHT_SETTINGS: PreflightSettings = {
  firmwares: ['bios', 'uefi'],
  boot: 'auto',
  stageRoom: 48 * MIB,
  toolsRoom: 128 * MIB,
};
