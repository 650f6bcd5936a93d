// A disk image that the store takes and no machine could boot: installs here go to machines that do not answer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 2 ** 20;
const FIRST_SECTOR = 2048;

/** @returns the slug of a Windows version that customers can choose */
export function importTestImage(product) {
  const disk = Buffer.alloc(6 * MIB);
  disk[446 + 4] = 7;
  disk.writeUInt32LE(FIRST_SECTOR, 446 + 8);
  disk.writeUInt32LE(disk.length / 512 - FIRST_SECTOR, 446 + 12);
  disk.writeUInt16LE(0xaa55, 510);
  disk.write('NTFS    ', FIRST_SECTOR * 512 + 3, 'latin1');
  const file = join(product.dataDir, 'disk.raw');
  writeFileSync(file, disk);
  const importer = 'services/install/dist/cli/import-image.js';
  product.inside('install', importer, file, '--slug', 'rollout', '--name', 'Rollout');
  return 'rollout';
}
