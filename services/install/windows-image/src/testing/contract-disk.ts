import type { DiskReader } from '../volumes/disk-reader.js';

const SECTOR = 512;
const MIB = 2 ** 20;

/** Builds a FAT16 volume with one file in folders; all names have the 8.3 format. */
export function fatVolume(path: string): Buffer {
  const volume = Buffer.alloc(MIB);
  const [fatSectors, rootEntries] = [16, 16];
  volume.writeUInt16LE(SECTOR, 11);
  volume[13] = 1;
  volume.writeUInt16LE(1, 14);
  volume[16] = 1;
  volume.writeUInt16LE(rootEntries, 17);
  volume.writeUInt16LE(fatSectors, 22);
  volume.writeUInt16LE(0xaa55, 510);
  const root = (1 + fatSectors) * SECTOR;
  const clusterAt = (cluster: number) => root + rootEntries * 32 + (cluster - 2) * SECTOR;
  const names = path.split('/');
  for (const [depth, name] of names.entries()) {
    const [base = '', extension = ''] = name.toUpperCase().split('.');
    const at = depth === 0 ? root : clusterAt(depth + 1);
    const isFile = depth === names.length - 1;
    volume.write(base.padEnd(8) + extension.padEnd(3), at, 'latin1');
    volume[at + 11] = isFile ? 0x20 : 0x10;
    volume.writeUInt16LE(depth + 2, at + 26);
    volume.writeUInt32LE(isFile ? 100 : 0, at + 28);
    volume.writeUInt16LE(0xffff, SECTOR + (depth + 2) * 2);
  }
  return volume;
}

/** Builds a disk of these volumes, consecutive from 1 MiB on; the first is active in an MBR. */
export function diskOf(kind: 'mbr' | 'gpt', volumes: Buffer[]): Buffer {
  const head = Buffer.alloc(MIB);
  const padding = Buffer.alloc(MIB);
  head.writeUInt16LE(0xaa55, 510);
  if (kind === 'gpt') {
    head.write('EFI PART', SECTOR, 'latin1');
    head.writeBigUInt64LE(2n, SECTOR + 72);
    head.writeUInt32LE(128, SECTOR + 80);
    head.writeUInt32LE(128, SECTOR + 84);
  }
  let first = MIB / SECTOR;
  for (const [index, volume] of volumes.entries()) {
    const sectors = volume.length / SECTOR;
    if (kind === 'gpt') {
      const at = 2 * SECTOR + index * 128;
      head.fill(0xab, at, at + 16);
      head.writeBigUInt64LE(BigInt(first), at + 32);
      head.writeBigUInt64LE(BigInt(first + sectors - 1), at + 40);
    } else {
      const at = 446 + index * 16;
      head[at] = index === 0 ? 0x80 : 0;
      head[at + 4] = 7;
      head.writeUInt32LE(first, at + 8);
      head.writeUInt32LE(sectors, at + 12);
    }
    first += sectors;
  }
  return Buffer.concat([head, ...volumes, padding]);
}

export const inMemory = (disk: Buffer): DiskReader => ({
  size: disk.length,
  read: (offset, length) => {
    const buffer = Buffer.alloc(length);
    if (offset < disk.length) disk.copy(buffer, 0, offset, offset + length);
    return Promise.resolve(buffer);
  },
});
