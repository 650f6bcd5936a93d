import { randomUUID } from 'node:crypto';

const MIB = 2 ** 20;
const SECTOR = 512;
const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const RESERVED = 'E3C9E316-0B5C-4DB8-817D-F92DF00215AE';
const BASIC_DATA = 'EBD0A0A2-B9E5-4433-87C0-68B6B72699C7';
/** Large enough for FAT32 on disks of 4 KiB sectors too, as Windows' own set-up makes it there. */
const EFI_MIB = 260;
const RESERVED_MIB = 16;

export interface PlannedPartition {
  /** In bytes. */
  offset: number;
  size: number;
  uuid: string;
}

/** The partitions of a UEFI disk in the order of Windows' own set-up, C: last. */
export interface DiskPlan {
  size: number;
  uuid: string;
  efi: PlannedPartition;
  windows: PlannedPartition;
  /** For sfdisk. */
  script: string;
}

/** @param sizeMib of the whole disk; its last MiB is the table's copy's */
export function planDisk(sizeMib: number): DiskPlan {
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
  return { size: sizeMib * MIB, uuid, efi, windows, script };
}
