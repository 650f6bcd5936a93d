import { Inject, Injectable } from '@nestjs/common';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { Audit, auditActor, SYSTEM } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE } from '../agent/agent.tokens.js';
import { InstallConfig } from '../config.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { replicate } from '@casement/windows-image/origins/replicate.js';
import { failureOf, type Conclusion } from './conclusion.js';
import { ImageCopiesRepository } from './image-copies.repository.js';
import type { ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { progressRecorder } from './image-progress.js';
import { ImagesRepository } from './images.repository.js';

/** Copies an image to an origin, from which VPSs fetch it once all of it was read back there. */
@Injectable()
export class ImageReplication {
  constructor(
    private readonly config: InstallConfig,
    private readonly jobs: ImageJobsRepository,
    private readonly images: ImagesRepository,
    private readonly copies: ImageCopiesRepository,
    private readonly audit: Audit,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /** @throws ImageRefused ORIGIN_UNKNOWN, MANIFEST_UNREADABLE and those of `replicate` */
  async replicate(job: ImageJobEntity, lease: HeldLease<ImageJobEntity>): Promise<Conclusion> {
    const origin = this.config.IMAGE_ORIGINS.find(({ name }) => name === job.origin);
    if (!origin) throw new ImageRefused('ORIGIN_UNKNOWN', { origin: job.origin ?? '' });
    const version = await this.images.find(job.versionId!);
    const image = version?.manifestSha256;
    if (!image) return () => Promise.resolve(null);
    const store = this.store.forJob(lease.signal);
    const manifest = await store.readManifest(image);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    const report = progressRecorder(this.jobs, lease);
    try {
      await replicate(manifest, store, origin, {
        signal: lease.signal,
        onProgress: (step, done, total) => report({ step, done, total }),
      });
    } catch (error) {
      if (!(error instanceof ImageRefused) || error.code !== 'ORIGIN_INCOMPLETE') throw error;
      // What was whole once is not any more.
      return async (tx) => {
        await this.copies.forget(tx, image, origin.name);
        return failureOf(error);
      };
    }
    return async (tx) => {
      await this.copies.keep(tx, image, origin.name);
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
