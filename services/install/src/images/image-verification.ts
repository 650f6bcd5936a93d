import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageFailure } from '@casement/proto/http/install/windows/images.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { Audit, SYSTEM } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { findDamage } from '@casement/windows-image/store/verify-image.js';
import { failureOf, type Conclusion } from './conclusion.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { VersionImages } from '../windows-versions/version-images.service.js';

@Injectable()
export class ImageVerification {
  constructor(
    private readonly jobs: ImageJobsService,
    private readonly images: VersionImages,
    private readonly audit: Audit,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /**
   * Deletes damaged chunks, so that the next import stores them, and withdraws every image that contains one. Without
   * the withdrawal an install would wipe the disk before it notices the missing chunk.
   */
  async verify(job: StoredImageJob, lease: HeldLease<StoredImageJob>): Promise<Conclusion> {
    const version = await this.images.find(job.versionId!);
    const image = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!image) return () => Promise.resolve(null);
    const store = this.store.forJob(lease.signal);
    const manifest = await store.readManifest(image);
    if (!manifest) return (tx) => this.withdraw(tx, [image], 'all', 0);
    const chunks = new Set(manifest.chunks.filter(isData).map(({ zstd }) => zstd)).size;
    const report = this.jobs.progressRecorder(lease);
    const damaged = await findDamage(manifest, store, {
      signal: lease.signal,
      onProgress: (done, total) => report({ step: 'verifying', done, total }),
    });
    if (damaged.size === 0) {
      return async (tx) => {
        await this.images.markVerified(tx, image);
        return null;
      };
    }
    const withdrawn = await this.imagesWith(damaged, store);
    for (const name of damaged) {
      lease.assertCurrent();
      await store.deleteChunk(name);
    }
    return (tx) => this.withdraw(tx, [image, ...withdrawn], damaged.size, chunks);
  }

  private async withdraw(
    tx: EntityManager,
    images: string[],
    damaged: number | 'all',
    chunks: number,
  ): Promise<ImageFailure> {
    await this.images.withdraw(tx, images);
    await this.audit.record(tx, {
      action: 'windows-image.withdrawn',
      target: `image:${images[0]}`,
      actor: SYSTEM,
      after: { images, damaged },
    });
    const code = damaged === 'all' ? 'MANIFEST_UNREADABLE' : 'IMAGE_DAMAGED';
    return failureOf(new ImageRefused(code, { damaged, chunks }));
  }

  private async imagesWith(chunks: Set<string>, store: ChunkStore): Promise<string[]> {
    const found: string[] = [];
    for (const image of await this.images.images()) {
      const manifest = await store.readManifest(image);
      if (manifest && hasAny(manifest, chunks)) found.push(image);
    }
    return found;
  }
}

const hasAny = (manifest: ImageManifest, chunks: Set<string>): boolean =>
  manifest.chunks.some((chunk) => isData(chunk) && chunks.has(chunk.zstd));
