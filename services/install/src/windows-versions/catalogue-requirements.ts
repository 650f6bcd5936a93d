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

/** Requirements of all offered versions, so that a refusal can name versions that fit the VPS. */
@Injectable()
export class CatalogueRequirements {
  private readonly cache = new Map<string, ImageRequirements>();

  constructor(
    private readonly versions: OfferedVersions,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** Omits versions whose image cannot be read. */
  async list(): Promise<VersionRequirements[]> {
    const versions = await this.versions.list();
    const found = await Promise.all(
      versions.map(async ({ name, manifestSha256: imageSha256, processor, bootGuard }) => {
        const image = imageSha256 && (await this.requirementsOf(imageSha256));
        if (!image) return [];
        const changed = processor === null ? {} : { processor: featuresOf(processor) };
        return [{ name, imageSha256, ...image, ...changed, guard: bootGuard }];
      }),
    );
    return found.flat();
  }

  private async requirementsOf(image: string): Promise<ImageRequirements | null> {
    const known = this.cache.get(image);
    if (known) return known;
    try {
      const manifest = await this.store.readManifest(image);
      if (!manifest) return null;
      const { rawSize, minDisk, minMemory, firmware, drivers, processor, maxSockets } = manifest;
      const requirements = {
        rawSize,
        minDisk,
        minMemory,
        firmware,
        drivers,
        processor,
        maxSockets,
      };
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      this.cache.set(image, requirements);
      return requirements;
    } catch (error) {
      log.warn({ err: error, image }, 'could not read an image');
      return null;
    }
  }
}
