import { Inject, Injectable } from '@nestjs/common';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { isData, type DataChunk } from '@casement/windows-image/store/manifest.js';
import { findDamage } from '@casement/windows-image/store/verify-image.js';
import { VersionImages } from '../windows-versions/version-images.service.js';

/** Number of sampled chunks, spread over the image. A verification checks all of them. */
const MAX_CHECKED = 25;

/**
 * Lets administrators test the image store. Reads the newest image's manifest and one chunk, and checks that a sample
 * of others exists.
 */
@Injectable()
export class ImageTest {
  constructor(
    dependencies: ExternalDependencies,
    private readonly versions: VersionImages,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {
    dependencies.add({
      name: 'image',
      isConfigured: async () => (await this.newest()) !== undefined,
      ask: () => this.ask(),
    });
  }

  private async newest() {
    const versions = await this.versions.list('windows');
    return versions.find(({ manifestSha256 }) => manifestSha256 !== null);
  }

  private async ask(): Promise<string> {
    const { name, manifestSha256, certification } = (await this.newest())!;
    const manifest = await this.store.readManifest(manifestSha256!);
    if (!manifest) throw new Error(`${name}: manifest missing or corrupt`);
    const chunks = manifest.chunks.filter(isData);
    const some = spread(chunks);
    const there = await Promise.all(some.map(({ zstd }) => this.store.hasChunk(zstd)));
    const missing = there.filter((found) => !found).length;
    if (missing > 0) throw new Error(`${name}: ${missing} of ${some.length} chunks are missing`);
    const damaged = await findDamage({ ...manifest, chunks: some.slice(-1) }, this.store);
    if (damaged.size > 0) throw new Error(`${name}: corrupt chunk`);
    const checked = some.length === 1 ? '1 chunk' : `${some.length} chunks`;
    const certified = certification?.verdict === 'certified' ? 'certified' : 'not certified';
    return `${name}: Image readable (${checked} checked), ${certified}`;
  }
}

const spread = (chunks: DataChunk[]): DataChunk[] => {
  const step = Math.max(1, Math.floor(chunks.length / MAX_CHECKED));
  return chunks.filter((_, n) => n % step === 0).slice(0, MAX_CHECKED);
};
