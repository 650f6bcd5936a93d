import { randomInt, randomUUID } from 'node:crypto';

const MIB = 2 ** 20;
const SECTOR = 512;
const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const RESERVED = 'E3C9E316-0B5C-4DB8-817D-F92DF00215AE';
const BASIC_DATA = 'EBD0A0A2-B9E5-4433-87C0-68B6B72699C7';
const NTFS = '7';
/** Large enough for FAT32 on disks of 4 KiB sectors too, as Windows' own set-up makes it there. */
const EFI_MIB = 260;
const RESERVED_MIB = 16;

/** What starts a VPS: an image suits one of them. */
export const FIRMWARES = ['uefi', 'bios'] as const;
export type Firmware = (typeof FIRMWARES)[number];

/** In bytes. */
interface Extent {
  offset: number;
  size: number;
}

interface GptPartition extends Extent {
  uuid: string;
}

interface Plan {
  /** In bytes. */
  size: number;
  /** C:, the last one. */
  windows: Extent;
  /** For sfdisk. */
  script: string;
}

/** The partitions of a GPT disk in the order of Windows' own set-up. */
export interface UefiPlan extends Plan {
  firmware: 'uefi';
  uuid: string;
  efi: GptPartition;
  windows: GptPartition;
}

/** An MBR disk with C: alone, which is active: what BIOS starts lies before it, what that starts on it. */
interface BiosPlan extends Plan {
  firmware: 'bios';
  /** Of 32 bits, by which Windows knows the disk. */
  signature: number;
}

export type DiskPlan = UefiPlan | BiosPlan;

/** @param sizeMib of the whole disk */
export const planDisk = (firmware: Firmware, sizeMib: number): DiskPlan =>
  firmware === 'uefi' ? planUefi(sizeMib) : planBios(sizeMib);

/** The last MiB of the disk is the table's copy's. */
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

/** The first MiB is the table's and the boot code's. */
function planBios(sizeMib: number): BiosPlan {
  // Zero is no signature: Windows would give the disk another one, which the boot store does not know.
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
