import 'reflect-metadata';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import { imageStore } from '../folders.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';

export interface VersionImage {
  store: ChunkStore;
  sha256: string;
  manifest: ImageManifest;
  db: Database;
}

/**
 * Opens the database of the environment for the image of a Windows version, also a withdrawn one, and closes it at the end.
 * @throws Error where the version has none, ImageRefused where its manifest cannot be read
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
    entities: [WindowsVersionEntity],
  }).initialize();
  try {
    const db = new Database(source);
    const version = await new WindowsVersionsRepository(db).findBySlug(slug);
    const sha256 = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!sha256) throw new Error(`There is no image of a Windows version ${slug}.`);
    const store = imageStore(config);
    const manifest = await store.readManifest(sha256);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    return await work({ store, sha256, manifest, db });
  } finally {
    await source.destroy();
  }
}
