import type { DiskReader } from './disk-reader.js';

const ENTRY = 32;
const FOLDER = 0x10;
const LONG_NAME = 0x0f;
/** Maximum size of a directory; EFI partitions contain only a few files. */
const MAX_FOLDER_BYTES = 4 * 2 ** 20;

/**
 * Returns whether a FAT16 or FAT32 volume contains a file. Supports only 8.3 names because firmware searches for no
 * others.
 */
export async function fatHasFile(disk: DiskReader, start: number, path: string): Promise<boolean> {
  const boot = await disk.read(start, 512);
  const sector = boot.readUInt16LE(11);
  const perCluster = boot.readUInt8(13);
  if (boot.readUInt16LE(510) !== 0xaa55 || ![512, 4096].includes(sector) || perCluster === 0) {
    return false;
  }
  const reserved = boot.readUInt16LE(14);
  const rootEntries = boot.readUInt16LE(17);
  const fatSectors = boot.readUInt16LE(22) || boot.readUInt32LE(36);
  const wide = rootEntries === 0;
  const fatAt = start + reserved * sector;
  const rootAt = fatAt + boot.readUInt8(16) * fatSectors * sector;
  const dataAt = rootAt + rootEntries * ENTRY;
  const clusterSize = perCluster * sector;

  const readChain = async (first: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    const [width, mask, end] = wide ? [4, 0x0fffffff, 0x0ffffff8] : [2, 0xffff, 0xfff8];
    for (let cluster = first; cluster >= 2 && cluster < end;) {
      parts.push(await disk.read(dataAt + (cluster - 2) * clusterSize, clusterSize));
      if (parts.length * clusterSize >= MAX_FOLDER_BYTES) break;
      const next = await disk.read(fatAt + cluster * width, width);
      cluster = (wide ? next.readUInt32LE() : next.readUInt16LE()) & mask;
    }
    return Buffer.concat(parts);
  };

  let folder = wide
    ? await readChain(boot.readUInt32LE(44))
    : await disk.read(rootAt, rootEntries * ENTRY);
  const names = path.split('/');
  for (const [depth, name] of names.entries()) {
    const found = entryOf(folder, shortName(name));
    if (!found) return false;
    const isFolder = (found.readUInt8(11) & FOLDER) !== 0;
    if (depth === names.length - 1) return !isFolder && found.readUInt32LE(28) > 0;
    if (!isFolder) return false;
    folder = await readChain((found.readUInt16LE(20) << 16) | found.readUInt16LE(26));
  }
  return false;
}

function entryOf(folder: Buffer, name: string): Buffer | null {
  for (let at = 0; at + ENTRY <= folder.length && folder[at] !== 0; at += ENTRY) {
    if (folder[at + 11] === LONG_NAME) continue;
    if (folder.toString('latin1', at, at + 11) === name) return folder.subarray(at, at + ENTRY);
  }
  return null;
}

function shortName(name: string): string {
  const [base = '', extension = ''] = name.toUpperCase().split('.');
  return base.padEnd(8) + extension.padEnd(3);
}
