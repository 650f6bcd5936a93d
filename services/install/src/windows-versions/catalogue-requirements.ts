import { Inject, Injectable } from '@nestjs/common';
import { featuresOf } from '@casement/proto/http/install/windows/windows-versions.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type {
  ImageRequirements,
  VersionRequirements,
} from '@casement/install-engine/preflight/requirements.js';
import { OfferedVersions } from './offered-versions.js';

/** Cache size. Entries never expire because the requirements of an image never change. */
const MAX_CACHED = 200;

const log = logger('windows-versions');

interface CatalogueImage {
  requirements: ImageRequirements;
  languages: readonly string[];
}

/**
 * Requirements of all offered versions, so that a refusal can name versions that fit the VPS, and their display
 * languages.
 */
@Injectable()
export class CatalogueRequirements {
  private readonly cache = new Map<string, CatalogueImage>();

  constructor(
    private readonly versions: OfferedVersions,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** Omits versions whose image cannot be read. */
  async list(): Promise<VersionRequirements[]> {
    const versions = await this.versions.list();
    const found = await Promise.all(
      versions.map(async ({ name, manifestSha256: imageSha256, processor, bootGuard }) => {
        const image = imageSha256 && (await this.read(imageSha256))?.requirements;
        if (!image) return [];
        const changed = processor === null ? {} : { processor: featuresOf(processor) };
        return [{ name, imageSha256, ...image, ...changed, guard: bootGuard }];
      }),
    );
    return found.flat();
  }

  /** Returns the display languages of an image, its own first; empty if none are recorded or it cannot be read. */
  async languagesOf(image: string): Promise<readonly string[]> {
    return (await this.read(image))?.languages ?? [];
  }

  private async read(image: string): Promise<CatalogueImage | null> {
    const known = this.cache.get(image);
    if (known) return known;
    try {
      const manifest = await this.store.readManifest(image);
      if (!manifest) return null;
      const { rawSize, minDisk, minMemory, firmware, drivers, processor, maxSockets } = manifest;
      const found = {
        requirements: { rawSize, minDisk, minMemory, firmware, drivers, processor, maxSockets },
        languages: manifest.languages ?? [],
      };
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      this.cache.set(image, found);
      return found;
    } catch (error) {
      log.warn({ err: error, image }, 'could not read an image');
      return null;
    }
  }
}
