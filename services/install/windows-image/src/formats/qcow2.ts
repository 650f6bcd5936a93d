import { open } from 'node:fs/promises';

const OFFSET = 0x00fffffffffffe00n;
const COMPRESSED = 1n << 62n;
/** Flag of a cluster that reads as zeros, regardless of its offset. */
const ZERO = 1n;
const LARGEST_L1 = 32 * 2 ** 20;

/**
 * Whether all referenced clusters of a QCOW2 file are complete. qemu-img reads data missing at the end as zeros, and
 * its check misses a partial last cluster. (A partial compressed cluster does not unpack.)
 */
export async function hasAllClusters(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const readAt = async (offset: number, length: number): Promise<Buffer | null> => {
      if (offset + length > size) return null;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return bytesRead === length ? buffer : null;
    };
    const header = await readAt(0, 72);
    if (!header) return false;
    const clusterSize = 2 ** header.readUInt32BE(20);
    const diskSize = Number(header.readBigUInt64BE(24));
    const l1Bytes = header.readUInt32BE(36) * 8;
    if (l1Bytes > LARGEST_L1 || clusterSize > 2 ** 21) return false;
    const l1 = await readAt(Number(header.readBigUInt64BE(40)), l1Bytes);
    if (!l1) return false;
    let tableBytes = 0;
    for (let table = 0; table * 8 < l1.length; table++) {
      const fileOffset = Number(l1.readBigUInt64BE(table * 8) & OFFSET);
      if (fileOffset === 0) continue;
      // A small file that refers to one table a million times would be read for hours.
      tableBytes += clusterSize;
      if (tableBytes > size) return false;
      const l2 = await readAt(fileOffset, clusterSize);
      if (!l2) return false;
      const first = table * (clusterSize / 8) * clusterSize;
      if (!liesWithin(l2, { size, clusterSize, left: diskSize - first })) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

/** @param file.left bytes of the disk from the table's first cluster on, because the last cluster may be shorter */
function liesWithin(
  l2: Buffer,
  { size, clusterSize, left }: { size: number; clusterSize: number; left: number },
): boolean {
  for (let index = 0; index * 8 < l2.length; index++) {
    const entry = l2.readBigUInt64BE(index * 8);
    const fileOffset = Number(entry & OFFSET);
    if (fileOffset === 0 || entry & COMPRESSED || entry & ZERO) continue;
    const length = Math.min(clusterSize, left - index * clusterSize);
    if (fileOffset + length > size) return false;
  }
  return true;
}
