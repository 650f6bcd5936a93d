import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { RUN_FILE = '' } = process.env;
const MIB = 2 ** 20;

/** As much of a Windows disk as an import looks at: a partition that calls itself NTFS, and something on it. */
function aDisk(): Buffer {
  const disk = Buffer.alloc(4 * MIB);
  disk[446 + 4] = 7;
  disk.writeUInt32LE(2048, 446 + 8);
  disk.writeUInt32LE(disk.length / 512 - 2048, 446 + 12);
  disk.writeUInt16LE(0xaa55, 510);
  disk.write('NTFS    ', MIB + 3, 'latin1');
  randomBytes(MIB).copy(disk, 2 * MIB);
  return disk;
}

/** Puts such a disk where a running `make start` finds files to import. */
export function putDisk(name: string): void {
  const folder = join(dirname(RUN_FILE), 'import');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), aDisk());
}
