import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { chunksOf } from '@casement/windows-image/store/collect-garbage.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { withBucket } from '@casement/windows-image/origins/origin-bucket.js';
import { isBucket, type BucketOrigin } from '@casement/windows-image/origins/origin-settings.js';
import type { StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { ImageCopiesRepository } from './image-copies.repository.js';

type Lease = HeldLease<StoredImageJob>;

/** Maximum wait for a bucket. Short because another collection runs within the hour. */
const PATIENCE_MS = 10_000;

const log = logger('images');

/** Deletes unneeded copies of images from buckets. Copies on web servers are never touched. */
@Injectable()
export class OriginCollection {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly copies: ImageCopiesRepository,
  ) {}

  /**
   * Must run before the image is deleted from our store, because only the manifest there lists its chunks.
   *
   * @returns images with a copy that could not be deleted, which our store must keep for the next attempt
   * @throws ImageRefused MANIFEST_UNREADABLE, before anything is deleted; LeaseLost; the reason of the lease's signal
   */
  async collect(needed: string[], store: ChunkStore, lease: Lease): Promise<string[]> {
    const unneeded = await this.copies.except(needed);
    if (unneeded.length === 0) return [];
    const marked = await chunksOf(store, needed);
    const undeleted = new Set<string>();
    for (const { image, origin: name } of unneeded) {
      const origin = this.config.IMAGE_ORIGINS.find((one) => one.name === name);
      // The chunks to delete are unknown without the manifest.
      const manifest = origin && isBucket(origin) ? await store.readManifest(image) : null;
      if (manifest) {
        const own = await chunksOf(store, [image]);
        const chunks = [...own].filter((chunk) => !marked.has(chunk));
        if (!(await this.remove(origin as BucketOrigin, chunks, lease))) {
          undeleted.add(image);
          continue;
        }
        log.info({ image, origin: name, chunks: chunks.length }, 'copy deleted from origin');
      }
      await this.copies.delete(this.db.manager, image, name);
    }
    return [...undeleted];
  }

  /** @returns false if the origin refuses or does not respond */
  private async remove(origin: BucketOrigin, chunks: string[], lease: Lease): Promise<boolean> {
    try {
      await withBucket(
        origin,
        { signal: lease.signal, patienceMs: PATIENCE_MS },
        async (bucket) => {
          for (const chunk of chunks) {
            lease.assertCurrent();
            await bucket.deleteChunk(chunk);
          }
        },
      );
      return true;
    } catch (error) {
      lease.signal.throwIfAborted();
      if (!(error instanceof ImageRefused)) throw error;
      log.warn(
        { err: error, origin: origin.name },
        'could not delete a copy from an origin, will be retried',
      );
      return false;
    }
  }
}
