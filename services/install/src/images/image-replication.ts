import { Inject, Injectable } from '@nestjs/common';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { Audit, auditActor, SYSTEM } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { replicate } from '@casement/windows-image/origins/replicate.js';
import { failureOf, type Conclusion } from './conclusion.js';
import { ImageCopiesRepository } from './image-copies.repository.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { VersionImages } from '../windows-versions/version-images.service.js';

@Injectable()
export class ImageReplication {
  constructor(
    private readonly config: InstallConfig,
    private readonly jobs: ImageJobsService,
    private readonly images: VersionImages,
    private readonly copies: ImageCopiesRepository,
    private readonly audit: Audit,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** @throws ImageRefused ORIGIN_UNKNOWN, MANIFEST_UNREADABLE and those of `replicate` */
  async replicate(job: StoredImageJob, lease: HeldLease<StoredImageJob>): Promise<Conclusion> {
    const origin = this.config.IMAGE_ORIGINS.find(({ name }) => name === job.origin);
    if (!origin) throw new ImageRefused('ORIGIN_UNKNOWN', { origin: job.origin ?? '' });
    const version = await this.images.find(job.versionId!);
    const image = version?.manifestSha256;
    if (!image) return () => Promise.resolve(null);
    const store = this.store.forJob(lease.signal);
    const manifest = await store.readManifest(image);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    const report = this.jobs.progressRecorder(lease);
    try {
      await replicate(manifest, store, origin, {
        signal: lease.signal,
        onProgress: (step, done, total) => report({ step, done, total }),
      });
    } catch (error) {
      if (!(error instanceof ImageRefused) || error.code !== 'ORIGIN_INCOMPLETE') throw error;
      // The existing copy has turned out to be incomplete.
      return async (tx) => {
        await this.copies.delete(tx, image, origin.name);
        return failureOf(error);
      };
    }
    return async (tx) => {
      await this.copies.markVerified(tx, image, origin.name);
      await this.audit.record(tx, {
        action: 'windows-image.replicated',
        target: `windows-version:${job.versionId}`,
        actor: job.requestedBy ? auditActor(job.requestedBy, true) : SYSTEM,
        after: { image, origin: origin.name },
      });
      return null;
    };
  }
}
