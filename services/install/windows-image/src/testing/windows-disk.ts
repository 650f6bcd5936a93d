import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const SECTOR = 512;
const MIB = 2 ** 20;
const START = 2048;
const FIXTURE = join(import.meta.dirname, '../../test/fixtures/windows-volume.ntfs.gz');

/** Offset of free space for tests on a disk of `windowsDisk`, after the file system but inside the partition. */
export const FREE_AT = 9 * MIB;

/** Returns a fresh copy of the NTFS volume from test/fixtures: 8 MiB with a tree like a generalized Windows. */
export const windowsVolume = (): Buffer => gunzipSync(readFileSync(FIXTURE));

/** Returns that volume's SYSTEM hive, with drivers for virtio, SATA and NVMe. */
export function windowsHive(): Buffer {
  const volume = windowsVolume();
  const at = volume.indexOf('regf');
  return volume.subarray(at, at + 4096 + volume.readUInt32LE(at + 40));
}

/**
 * Builds a disk in memory that can be imported but not booted: an MBR and that volume as its C:.
 * @param data offsets and lengths in bytes of random data, from FREE_AT on
 */
export function windowsDisk(
  size = FREE_AT + MIB,
  data: readonly [offset: number, length: number][] = [],
): Buffer {
  const disk = Buffer.alloc(size);
  disk[446] = 0x80;
  disk[446 + 4] = 0x07;
  disk.writeUInt32LE(START, 446 + 8);
  disk.writeUInt32LE(size / SECTOR - START, 446 + 12);
  disk.writeUInt16LE(0xaa55, 510);
  windowsVolume().copy(disk, START * SECTOR);
  for (const [offset, length] of data) {
    if (offset < FREE_AT) throw new RangeError('that would destroy the file system');
    randomBytes(length).copy(disk, offset);
  }
  return disk;
}
