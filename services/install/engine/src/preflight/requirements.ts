import type { EnteredPorts } from '../machine/windows-port.js';

export interface ImageRequirements {
  /** Size of the image on the disk in bytes. */
  rawSize: number;
  /** Smallest useful disk in bytes; at least rawSize. */
  minDisk: number;
  /** Minimum memory in bytes; 0 if only the stage's requirement applies. */
  minMemory: number;
  firmware: 'bios' | 'uefi';
  /** Replaces `firmware` for an image of Linux, which may boot by both. */
  firmwares?: readonly ('bios' | 'uefi')[] | undefined;
  /** Windows drivers in the image, named as in registry/image-drivers.ts; absent if unknown. */
  drivers?: readonly string[] | undefined;
  /** Required processor features, named as in /proc/cpuinfo; absent if unknown. */
  processor?: readonly string[] | undefined;
  /** Sockets that this edition uses; absent if unknown or unlimited in practice. */
  maxSockets?: number | undefined;
  /** `false` if the boot guard is switched off for this version. */
  guard?: boolean | undefined;
}

/** Windows version of the catalog by its public name. Administrators may have changed the recorded requirements. */
export interface VersionRequirements extends ImageRequirements {
  name: string;
  imageSha256: string;
}

export interface PreflightSettings {
  firmwares: readonly ('bios' | 'uefi')[];
  /** `grub` and `kexec` override the choice (used by the lab). */
  boot: 'auto' | 'grub' | 'kexec';
  /** Whether the disk is to get the boot guard. */
  guard?: boolean | undefined;
  /** Absent without a connection. */
  entered?: EnteredPorts;
}

export const PREFLIGHT_SETTINGS: PreflightSettings = {
  firmwares: ['bios', 'uefi'],
  boot: 'auto',
};
