export interface Partition {
  /** Partition number in Linux. */
  number: number;
  /** Offset in bytes. */
  offset: number;
  size: number;
  /** GPT type in lower case. Absent in an MBR. */
  type?: string;
}

export interface PartitionTable {
  kind: 'mbr' | 'gpt';
  partitions: Partition[];
}

export const SECTOR = 512;
const MIN_GPT_ENTRY = 128;

/** Number of bytes that `readPartitions` needs. */
export const TABLE_BYTES = 34 * SECTOR;

/** Returns the primary partitions of an MBR or the partitions of a GPT; `null` if there is no partition table. */
export function readPartitions(head: Buffer): PartitionTable | null {
  if (head.length < TABLE_BYTES || head.readUInt16LE(510) !== 0xaa55) return null;
  if (head.toString('latin1', SECTOR, SECTOR + 8) === 'EFI PART') {
    return { kind: 'gpt', partitions: gptPartitions(head) };
  }
  return { kind: 'mbr', partitions: mbrPartitions(head) };
}

function mbrPartitions(head: Buffer): Partition[] {
  return [0, 1, 2, 3].flatMap((index) => {
    const entry = head.subarray(446 + index * 16, 462 + index * 16);
    const size = entry.readUInt32LE(12) * SECTOR;
    return entry[4] === 0 || size === 0
      ? []
      : [{ number: index + 1, offset: entry.readUInt32LE(8) * SECTOR, size }];
  });
}

function gptPartitions(head: Buffer): Partition[] {
  const entrySize = head.readUInt32LE(SECTOR + 84);
  if (entrySize < MIN_GPT_ENTRY) return [];
  const count = Math.min(head.readUInt32LE(SECTOR + 80), Math.floor((32 * SECTOR) / entrySize));
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const at = 2 * SECTOR + index * entrySize;
    if (head.subarray(at, at + 16).every((byte) => byte === 0)) return [];
    const first = Number(head.readBigUInt64LE(at + 32));
    const last = Number(head.readBigUInt64LE(at + 40));
    const size = (last - first + 1) * SECTOR;
    return [{ number: index + 1, offset: first * SECTOR, size, type: guidText(head, at) }];
  });
}

/** Formats a GUID, whose first three fields are little-endian (UEFI specification, appendix A). */
function guidText(bytes: Buffer, at: number): string {
  const hex = (from: number, to: number) => bytes.toString('hex', at + from, at + to);
  const swapped = (from: number, to: number) =>
    Buffer.from(bytes.subarray(at + from, at + to))
      .reverse()
      .toString('hex');
  return [swapped(0, 4), swapped(4, 6), swapped(6, 8), hex(8, 10), hex(10, 16)].join('-');
}

export const isNtfs = (sector: Buffer): boolean => sector.toString('latin1', 3, 11) === 'NTFS    ';
