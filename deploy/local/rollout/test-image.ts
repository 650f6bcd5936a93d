// Disk image that the store accepts but no machine could boot. Installs target machines that do not respond.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import type { Product } from './product.js';

/** @returns the slug of a Windows version that customers can choose */
export function importTestImage(product: Product): string {
  const file = join(product.dataDir, 'disk.raw');
  writeFileSync(file, windowsDisk());
  const importer = 'services/install/dist/cli/import-image.js';
  product.inside('install', importer, file, '--slug', 'rollout', '--name', 'Rollout');
  return 'rollout';
}
