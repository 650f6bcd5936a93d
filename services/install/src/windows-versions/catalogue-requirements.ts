import { Inject, Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { CHUNK_STORE } from '../agent/agent.tokens.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type {
  ImageRequirements,
  VersionRequirements,
} from '@casement/install-engine/preflight/requirements.js';
import { OfferedVersions } from './offered-versions.js';

/** What so many images ask is kept in memory; it never changes. */
const MAX_KNOWN = 200;

const log = logger('windows-versions');

/** What the versions ask of a VPS, so that a refusal can name those that it would not concern. */
@Injectable()
export class CatalogueRequirements {
  private readonly known = new Map<string, ImageRequirements>();

  constructor(
    private readonly versions: OfferedVersions,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** Of the versions that customers can choose; one whose image cannot be read now is left out. */
  async list(): Promise<VersionRequirements[]> {
    const versions = await this.versions.list();
    const found = await Promise.all(
      versions.map(async ({ name, manifestSha256 }) => {
        const image = manifestSha256 === null ? null : await this.requirementsOf(manifestSha256);
        return image ? [{ name, ...image }] : [];
      }),
    );
    return found.flat();
  }

  private async requirementsOf(image: string): Promise<ImageRequirements | null> {
    const known = this.known.get(image);
    if (known) return known;
    try {
      const manifest = await this.store.readManifest(image);
      if (!manifest) return null;
      const { rawSize, minDisk, minMemory, firmware, drivers } = manifest;
      const requirements = { rawSize, minDisk, minMemory, firmware, drivers };
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      this.known.set(image, requirements);
      return requirements;
    } catch (error) {
      log.warn({ err: error, image }, 'an image cannot be read');
      return null;
    }
  }
}
