import 'reflect-metadata';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { importStore } from '@casement/windows-image/store/store-archive.js';
import { findDamage } from '@casement/windows-image/store/verify-image.js';
import { InstallConfig } from '../config.js';
import { imageStore } from '../image-store/image-store.js';
import { CommandVersions } from '../windows-versions/command-versions.js';

/** Adds the tar archive on standard input to the image store, then checks every image that the database names. */
async function main(): Promise<void> {
  const config = loadConfig(InstallConfig, process.env);
  const store = imageStore(config);
  await store.check();
  const { chunks, images } = await importStore(store, process.stdin);
  process.stdout.write(`${images} images with ${chunks} chunks restored\n`);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'restore-images',
    entities: CommandVersions.entities,
  }).initialize();
  try {
    const needed = await new CommandVersions(new Database(source)).images();
    for (const image of needed) await requireComplete(store, image);
    process.stdout.write(`${needed.length} images of Windows versions are complete\n`);
  } finally {
    await source.destroy();
  }
}

async function requireComplete(store: ChunkStore, image: string): Promise<void> {
  const manifest = await store.readManifest(image);
  if (!manifest) throw new Error(`The image ${image} is missing.`);
  const { size } = await findDamage(manifest, store);
  if (size > 0) throw new Error(`${size} chunks of the image ${image} are missing or damaged.`);
}

try {
  await main();
} catch (error) {
  exitWithError('the images were not all restored', error);
}
