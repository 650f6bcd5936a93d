import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import { decodeManifest, isData } from '@casement/windows-image/store/manifest.js';
import type { Product } from './product.js';

const MIB = 2 ** 20;
/** One chunk of the image store is 16 MiB. */
const CHUNKS = 12;

/** Windows versions of the demo, all of the same disk, which no machine could start. */
export const VERSIONS = [
  { slug: 'ws2022', name: 'Windows Server 2022' },
  { slug: 'ws2019', name: 'Windows Server 2019' },
  { slug: 'win11', name: 'Windows 11 Pro' },
] as const;

/** Imports the versions. @returns the hashes of the image's chunks */
export function importWindows(product: Product): string[] {
  const folder = join(product.dataDir, 'images', 'manifests');
  const file = join(product.dataDir, 'demo.raw');
  const data = Array.from({ length: CHUNKS - 1 }, (_, n): [number, number] => [
    FREE_AT + (n + 1) * 16 * MIB,
    64 * 1024,
  ]);
  writeFileSync(file, windowsDisk(FREE_AT + CHUNKS * 16 * MIB, data));
  const importer = 'services/install/dist/cli/import-image.js';
  for (const { slug, name } of VERSIONS) {
    product.inside('install', importer, file, '--slug', slug, '--name', name);
  }
  return chunksIn(folder);
}

/** Returns the hashes of the only image's chunks. */
export function chunksIn(folder: string): string[] {
  const [name = ''] = readdirSync(folder);
  const manifest = decodeManifest(readFileSync(join(folder, name)), name.replace('.json', ''));
  return (manifest?.chunks ?? []).filter(isData).map(({ zstd }) => zstd);
}

/** Writes a toolkit that simulated VPSs receive and verify, but never run. */
export function writeToolkit(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = ['busybox', 'toolkit.cpio.gz'].map((name) => {
    const content = randomBytes(100_000);
    writeFileSync(join(folder, name), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return [name, { sha256, size: content.length }];
  });
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ files: Object.fromEntries(files) as object }),
  );
}
