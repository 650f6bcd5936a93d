import { randomInt, randomUUID } from 'node:crypto';

const MIB = 2 ** 20;
const SECTOR = 512;
const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const RESERVED = 'E3C9E316-0B5C-4DB8-817D-F92DF00215AE';
const BASIC_DATA = 'EBD0A0A2-B9E5-4433-87C0-68B6B72699C7';
const NTFS = '7';
/** Large enough for FAT32 on 4 KiB sectors, as in Windows Setup. */
const EFI_MIB = 260;
const RESERVED_MIB = 16;

export const FIRMWARES = ['uefi', 'bios'] as const;
export type Firmware = (typeof FIRMWARES)[number];

/** Offset and size in bytes. */
interface Extent {
  offset: number;
  size: number;
}

interface GptPartition extends Extent {
  uuid: string;
}

interface Plan {
  /** Size in bytes. */
  size: number;
  /** C: drive, the last partition. */
  windows: Extent;
  /** Input of sfdisk. */
  script: string;
}

/** GPT disk with the partition order of Windows Setup. */
export interface UefiPlan extends Plan {
  firmware: 'uefi';
  uuid: string;
  efi: GptPartition;
  windows: GptPartition;
}

/** MBR disk with an active C: as the only partition, preceded by the boot code. */
interface BiosPlan extends Plan {
  firmware: 'bios';
  /** 32-bit disk signature. */
  signature: number;
}

export type DiskPlan = UefiPlan | BiosPlan;

/** @param sizeMib size of the entire disk */
export const planDisk = (firmware: Firmware, sizeMib: number): DiskPlan =>
  firmware === 'uefi' ? planUefi(sizeMib) : planBios(sizeMib);

/** The last MiB contains the backup table. */
function planUefi(sizeMib: number): UefiPlan {
  const uuid = randomUUID();
  const reservedAt = 1 + EFI_MIB;
  const windowsAt = reservedAt + RESERVED_MIB;
  const efi = { offset: MIB, size: EFI_MIB * MIB, uuid: randomUUID() };
  const windows = {
    offset: windowsAt * MIB,
    size: (sizeMib - windowsAt - 1) * MIB,
    uuid: randomUUID(),
  };
  const line = (offset: number, size: number, type: string, id: string, name: string) =>
    `start=${offset / SECTOR}, size=${size / SECTOR}, type=${type}, uuid=${id}, name="${name}"`;
  const script = [
    'label: gpt',
    `label-id: ${uuid}`,
    line(efi.offset, efi.size, EFI, efi.uuid, 'EFI system partition'),
    line(
      reservedAt * MIB,
      RESERVED_MIB * MIB,
      RESERVED,
      randomUUID(),
      'Microsoft reserved partition',
    ),
    line(windows.offset, windows.size, BASIC_DATA, windows.uuid, 'Basic data partition'),
    '',
  ].join('\n');
  return { firmware: 'uefi', size: sizeMib * MIB, uuid, efi, windows, script };
}

/** The first MiB contains the table and the boot code. */
function planBios(sizeMib: number): BiosPlan {
  // Windows would replace a zero signature, and the boot store would not match.
  const signature = randomInt(1, 2 ** 32);
  const windows = { offset: MIB, size: (sizeMib - 1) * MIB };
  const script = [
    'label: dos',
    `label-id: 0x${signature.toString(16).padStart(8, '0')}`,
    `start=${windows.offset / SECTOR}, size=${windows.size / SECTOR}, type=${NTFS}, bootable`,
    '',
  ].join('\n');
  return { firmware: 'bios', size: sizeMib * MIB, signature, windows, script };
}
