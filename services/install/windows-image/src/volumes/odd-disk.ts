import type { DiskReader } from './disk-reader.js';
import { isNtfs, SECTOR, type PartitionTable } from './partitions.js';

/** Reasons why Windows cannot be found on a disk, although the disk may boot elsewhere. */
export const ODD_DISKS = {
  ONE_PARTITION: {
    why: 'It is a single partition without a partition table.',
    cure: 'Capture an image of the whole disk, not of a single partition.',
  },
  SECTORS_4096: {
    why: 'Its partition table is for sectors of 4096 bytes; the disks of VPSs have sectors of 512 bytes.',
    cure: 'Install Windows on a disk with sectors of 512 bytes (in QEMU: logical_block_size=512) and take its image.',
  },
  GPT_LOST: {
    why: 'Its GPT is damaged or missing: only the protective MBR is left.',
    cure: 'Restore it from its copy at the end of the disk (gdisk, commands r, b and w), or copy the whole disk again.',
  },
  GPT_WITHOUT_MBR: {
    why: 'It has a GPT without the protective MBR, so Linux and many firmwares do not see its partitions.',
    cure: 'Write the MBR again (gdisk, command w) and take the image again.',
  },
  GPT_MOVED: {
    why: 'The entries of its GPT are not right behind the header.',
    cure: 'Move them back (sgdisk --move-main-table=2) and take the image again.',
  },
  EMPTY: {
    why: 'Its partition table has no partition.',
    cure: 'Copy the whole disk again, after Windows was installed on it.',
  },
  DYNAMIC: {
    why: 'It is a dynamic disk (Logical Disk Manager), on which C: cannot grow.',
    cure: 'Install Windows on a basic disk and take its image.',
  },
  BITLOCKER: {
    why: 'Partition {number} is encrypted by BitLocker.',
    cure: 'Turn BitLocker off (manage-bde -off C:), wait until manage-bde -status shows 0 %, and take the image again.',
  },
  REFS: {
    why: 'Partition {number} has the file system ReFS; C: must be NTFS.',
    cure: 'Install Windows on NTFS and take the image of that disk.',
  },
  EXTENDED: {
    why: 'Partition {number} is an extended partition, and Windows may be on a logical drive in it.',
    cure: 'Install Windows on a primary partition, the last of the disk, and take the image again.',
  },
} as const;

/** Reason and remedy as sentences. */
export interface OddDisk {
  why: string;
  cure: string;
}

function oddTexts(kind: keyof typeof ODD_DISKS, number = 0): OddDisk {
  const { why, cure } = ODD_DISKS[kind];
  return { why: why.replace('{number}', String(number)), cure };
}

/** Partition types of an MBR. */
const PROTECTIVE = 0xee;
const LDM = 0x42;
const EXTENDED = [0x05, 0x0f, 0x85];

/** Types of Windows' dynamic disks in a GPT, as stored: LDM metadata and LDM data. */
const LDM_TYPES = ['aac808588f7ee04285d2e1e90434cfb3', 'a0609baf3114624fbc683311714a69ad'];

const BIG_SECTOR = 4096;
const BYTES_PER_SECTOR_AT = 11;

/** @param head the first TABLE_BYTES of the disk, with the table parsed from it */
export function oddTable(head: Buffer, table: PartitionTable | null): OddDisk | null {
  const kind = kindOfTable(head, table);
  return kind && oddTexts(kind);
}

function kindOfTable(head: Buffer, table: PartitionTable | null): keyof typeof ODD_DISKS | null {
  const hasGptAt = (offset: number) => head.toString('latin1', offset, offset + 8) === 'EFI PART';
  if (fileSystemOf(head) !== null) return 'ONE_PARTITION';
  if (hasGptAt(BIG_SECTOR) && !hasGptAt(SECTOR)) return 'SECTORS_4096';
  if (!table) return hasGptAt(SECTOR) ? 'GPT_WITHOUT_MBR' : null;
  if (table.kind === 'mbr') {
    if (mbrTypes(head).includes(PROTECTIVE)) return 'GPT_LOST';
    if (mbrTypes(head).includes(LDM)) return 'DYNAMIC';
  } else {
    if (head.readBigUInt64LE(SECTOR + 72) !== 2n) return 'GPT_MOVED';
    const isDynamic = table.partitions.some(({ number }) => {
      const at = 2 * SECTOR + (number - 1) * head.readUInt32LE(SECTOR + 84);
      return LDM_TYPES.includes(head.toString('hex', at, at + 16));
    });
    if (isDynamic) return 'DYNAMIC';
  }
  return table.partitions.length === 0 ? 'EMPTY' : null;
}

/** Returns the reason why no partition of a disk has a Windows that can be read. */
export async function hiddenVolume(
  disk: Pick<DiskReader, 'read'>,
  { kind, partitions }: PartitionTable,
): Promise<OddDisk | null> {
  for (const { number, offset } of partitions) {
    const system = fileSystemOf(await disk.read(offset, SECTOR));
    if (system === 'BITLOCKER' || system === 'REFS') return oddTexts(system, number);
    // An MBR for 4096-byte sectors states offsets in such sectors.
    const big = await disk.read((offset / SECTOR) * BIG_SECTOR, SECTOR);
    if (isNtfs(big) && big.readUInt16LE(BYTES_PER_SECTOR_AT) === BIG_SECTOR) {
      return oddTexts('SECTORS_4096');
    }
  }
  const types = kind === 'mbr' ? mbrTypes(await disk.read(0, SECTOR)) : [];
  const extended = types.findIndex((type) => EXTENDED.includes(type));
  return extended < 0 ? null : oddTexts('EXTENDED', extended + 1);
}

const mbrTypes = (head: Buffer): number[] => [0, 1, 2, 3].map((n) => head[446 + n * 16 + 4]!);

/** Recognises a file system by the OEM name in its first sector. */
function fileSystemOf(sector: Buffer): 'NTFS' | 'BITLOCKER' | 'REFS' | null {
  if (isNtfs(sector)) return 'NTFS';
  const name = sector.toString('latin1', 3, 11);
  if (name === '-FVE-FS-') return 'BITLOCKER';
  return name === 'ReFS\0\0\0\0' ? 'REFS' : null;
}
