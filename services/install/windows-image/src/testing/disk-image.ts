import { randomBytes } from 'node:crypto';

const SECTOR = 512;

/**
 * Builds a small disk in memory: an MBR, one partition at 1 MiB marked as NTFS, random data at `data`, and zeros
 * otherwise.
 * @param data offsets and lengths in bytes
 */
export function diskImage(
  size: number,
  data: readonly [offset: number, length: number][] = [],
): Buffer {
  const disk = Buffer.alloc(size);
  for (const [offset, length] of data) randomBytes(length).copy(disk, offset);
  disk.fill(0, 446, SECTOR);
  const start = 2048;
  disk[446 + 4] = 0x07;
  disk.writeUInt32LE(start, 446 + 8);
  disk.writeUInt32LE(size / SECTOR - start, 446 + 12);
  disk.writeUInt16LE(0xaa55, 510);
  disk.write('NTFS    ', start * SECTOR + 3, 'latin1');
  return disk;
}
