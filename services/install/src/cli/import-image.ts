import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { loadConfig } from '@casement/common/config/load-config.js';
import { createDataSource } from '@casement/common/database/data-source.js';
import { Database } from '@casement/common/database/database.js';
import { InstallConfig } from '../config.js';
import { FolderChunkStore } from '../engine/image/folder-chunk-store.js';
import { ImageRefused, importRawImage } from '../engine/image/import-raw.js';
import { imageFolder } from '../folders.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import { readSize } from './size.js';

const USAGE =
  'usage: import-image FILE.raw --slug SLUG --name NAME [--min-memory SIZE] [--min-disk SIZE], sizes like 512M or 4G';

/**
 * Imports a raw disk image into the chunk store and makes it a Windows version that customers can choose.
 * Doing it again replaces the version's image; installs under way keep the one they began with.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      slug: { type: 'string' },
      name: { type: 'string' },
      'min-memory': { type: 'string' },
      'min-disk': { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file || !values.slug || !values.name) throw new ImageRefused(USAGE);
  const { 'min-memory': memory, 'min-disk': disk } = values;
  const smallest = {
    ...(memory && { minMemory: readSize('min-memory', memory) }),
    ...(disk && { minDisk: readSize('min-disk', disk) }),
  };
  const config = loadConfig(InstallConfig, process.env);
  const { sha256, manifest } = await importRawImage(
    file,
    new FolderChunkStore(imageFolder(config)),
    { ...smallest, onProgress: progressLine() },
  );
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'import-image',
    entities: [WindowsVersionEntity],
  }).initialize();
  try {
    const versions = new WindowsVersionsRepository(new Database(source));
    await versions.upsertWithImage({
      name: values.name,
      slug: values.slug,
      manifestSha256: sha256,
    });
  } finally {
    await source.destroy();
  }
  const size = Math.round(manifest.rawSize / 2 ** 20);
  process.stdout.write(`\n${values.name} (${values.slug}): ${size} MiB, manifest ${sha256}\n`);
}

function progressLine(): ((done: number, total: number) => void) | undefined {
  if (!process.stdout.isTTY) return undefined;
  return (done, total) => {
    process.stdout.write(`\rimporting ${Math.floor((done / total) * 100)} %`);
  };
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
