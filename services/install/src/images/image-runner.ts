import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit, auditActor, SYSTEM } from '@casement/common/messaging/audit.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { collectGarbage } from '@casement/windows-image/store/collect-garbage.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { InstallsService } from '../installs/installs.service.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { UploadInspector } from '../uploads/upload-inspector.js';
import { failureOf, type Conclusion } from './conclusion.js';
import { ImageBuilder } from './image-builder.js';
import { ImageImporter } from './image-importer.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { ImageReplication } from './image-replication.js';
import { ImageVerification } from './image-verification.js';
import { VersionImages } from '../windows-versions/version-images.service.js';
import { OriginCollection } from './origin-collection.js';

const MAX_ATTEMPTS = 3;

const log = logger('images');

type Lease = HeldLease<StoredImageJob>;

@Injectable()
export class ImageRunner {
  constructor(
    private readonly db: Database,
    private readonly jobs: ImageJobsService,
    private readonly images: VersionImages,
    private readonly installs: InstallsService,
    private readonly audit: Audit,
    private readonly importer: ImageImporter,
    private readonly builder: ImageBuilder,
    private readonly verification: ImageVerification,
    private readonly replication: ImageReplication,
    private readonly originCollection: OriginCollection,
    private readonly uploads: ImageUploadsService,
    private readonly inspector: UploadInspector,
    @Inject(CHUNK_STORE) private readonly store: ChunkStore,
  ) {}

  /**
   * @returns 0, because a job that has not ended is retried immediately
   * @throws LeaseLost, or the reason of the lease's signal
   */
  async run(lease: Lease): Promise<number> {
    try {
      const job = await this.jobs.find(lease.id);
      if (!job) return 0;
      if (job.attempts > MAX_ATTEMPTS) {
        throw new ImageRefused('WORKER_LOST', { attempts: MAX_ATTEMPTS });
      }
      const conclude = await this.work(job, lease);
      await this.end(lease, conclude);
    } catch (error) {
      lease.signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      if (!(error instanceof ImageRefused)) {
        log.error({ err: error, imageJobId: lease.id }, 'image job failed unexpectedly');
      }
      await this.end(lease, () => Promise.resolve(failureOf(error)));
    }
    return 0;
  }

  private async work(job: StoredImageJob, lease: Lease): Promise<Conclusion> {
    switch (job.kind) {
      case 'import':
        return this.assigned(job, await this.importer.import(job, lease), 'windows-image.imported');
      case 'build':
        return this.assigned(job, await this.builder.build(job, lease), 'windows-image.built');
      case 'replicate':
        return this.replication.replicate(job, lease);
      case 'verify':
        return this.verification.verify(job, lease);
      case 'collect':
        return this.collect(lease);
      case 'inspect':
        return this.inspect(job, lease);
    }
  }

  /** Assigns the complete image to its version in the transaction that ends the job. */
  private assigned(
    job: StoredImageJob,
    { sha256, manifest }: ImportedImage,
    action: string,
  ): Conclusion {
    return async (tx) => {
      const version = await this.images.findLocked(tx, job.versionId!);
      if (!version) return null;
      await this.images.assign(tx, version.id, sha256);
      await this.jobs.addCollection(tx);
      await this.audit.record(tx, {
        action,
        target: `windows-version:${version.id}`,
        actor: job.requestedBy ? auditActor(job.requestedBy, true) : SYSTEM,
        before: { image: version.manifestSha256 ?? version.withdrawnManifestSha256 },
        after: {
          image: sha256,
          source: job.source,
          size: manifest.rawSize,
          drivers: manifest.drivers,
          handshakeOnly: job.handshakeOnly,
        },
      });
      return null;
    };
  }

  private async inspect(job: StoredImageJob, lease: Lease): Promise<Conclusion> {
    const upload = job.uploadId ? await this.uploads.findStored(job.uploadId) : null;
    if (!upload) return () => Promise.resolve(null);
    const report = this.jobs.progressRecorder(lease);
    const found = await this.inspector.inspect(upload, job.id, lease.signal, (done) =>
      report({ step: 'copying', done, total: upload.size }),
    );
    return async (tx) => {
      await this.uploads.setResult(tx, upload.id, { status: 'ready', ...found });
      return null;
    };
  }

  private async collect(lease: Lease): Promise<Conclusion> {
    const store = this.store.forJob(lease.signal);
    const needed = [
      ...new Set([...(await this.images.images()), ...(await this.installs.neededImages())]),
    ];
    const held = await this.originCollection.collect(needed, store, lease);
    const collected = await collectGarbage(store, [...needed, ...held], () =>
      lease.assertCurrent(),
    );
    if (collected.chunks + collected.manifests > 0)
      log.info({ ...collected }, 'unreferenced image chunks deleted');
    // Runs outside the transaction that ends the job, which must be short. Each batch commits separately.
    await this.jobs.deleteOld(lease.signal);
    return () => Promise.resolve(null);
  }

  /** Stores the result and the end of the job in one transaction, so that a cancelled job has no result. */
  private async end(lease: Lease, conclude: Conclusion): Promise<void> {
    await this.db.transaction(async (tx) => {
      const job = await lease.hold(tx);
      const failure = await conclude(tx, job);
      await this.jobs.end(tx, lease, failure);
      if (failure) {
        log.warn(
          { imageJobId: job.id, kind: job.kind, failureCode: failure.code },
          'image job failed',
        );
        if (job.kind === 'inspect' && job.uploadId) {
          await this.uploads.setResult(tx, job.uploadId, { status: 'failed', failure });
        }
        // The collection removes the chunks that the failed import or build has stored.
        if (job.kind === 'import' || job.kind === 'build') await this.jobs.addCollection(tx);
      }
    });
  }
}
