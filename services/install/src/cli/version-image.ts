import 'reflect-metadata';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import { imageStore } from '../image-store/image-store.js';
import { CommandVersions } from '../windows-versions/command-versions.js';

export interface VersionImage {
  store: ChunkStore;
  sha256: string;
  manifest: ImageManifest;
  versions: CommandVersions;
}

/**
 * Runs `work` with the image of a Windows version, including withdrawn images, using the database of the environment.
 * @throws Error if the version has no image, ImageRefused if its manifest cannot be read
 */
export async function withVersionImage<T>(
  slug: string,
  applicationName: string,
  work: (image: VersionImage) => Promise<T>,
): Promise<T> {
  const config = loadConfig(InstallConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName,
    entities: CommandVersions.entities,
  }).initialize();
  try {
    const versions = new CommandVersions(new Database(source));
    const sha256 = await versions.findImage(slug);
    if (!sha256) throw new Error(`The Windows version ${slug} does not exist or has no image.`);
    const store = imageStore(config);
    const manifest = await store.readManifest(sha256);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    return await work({ store, sha256, manifest, versions });
  } finally {
    await source.destroy();
  }
}
