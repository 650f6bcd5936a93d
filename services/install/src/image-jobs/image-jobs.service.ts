import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { ImageFailure } from '@casement/proto/http/install/windows/images.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { deleteInBatches } from '@casement/common/data/jobs/delete-in-batches.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import { OPEN } from './image-job-status.js';
import { ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository, type NewImageJob } from './image-jobs.repository.js';
import { progressRecorder, type RecordProgress } from './image-progress.js';
import { JobLog } from './job-log.js';

export type StoredImageJob = ImageJobEntity;
export type { JobLog, RecordProgress };

@Injectable()
export class ImageJobsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: ImageJobsRepository,
  ) {}

  /** @returns `null` if the version, or the upload to inspect, already has an open job */
  async add(tx: EntityManager, job: NewImageJob): Promise<StoredImageJob | null> {
    const id = job.id ?? newId();
    const inserted = await this.jobs.insert(tx, { ...job, id });
    return inserted ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  /** Queues the deletion of unneeded images unless it is queued already. */
  async addCollection(tx: EntityManager): Promise<void> {
    await this.add(tx, { kind: 'collect' });
  }

  find(id: string): Promise<StoredImageJob | null> {
    return this.db.manager.findOneBy(ImageJobEntity, { id });
  }

  /** Returns the newest job of each version, keyed by version id. */
  async latestOfVersions(): Promise<Map<string, StoredImageJob>> {
    const jobs = await this.jobs.latestOfVersions();
    return new Map(jobs.map((job) => [job.versionId!, job]));
  }

  progressRecorder(lease: HeldLease<StoredImageJob>): RecordProgress {
    return progressRecorder(this.jobs, lease);
  }

  /** Creates a log that continues the lines of earlier attempts. */
  logOf(job: StoredImageJob, lease: Lease): JobLog {
    return new JobLog(this.jobs, lease, job.log);
  }

  /** Ends the job. @returns false if its holder has lost the lease */
  async end(
    tx: EntityManager,
    { id, epoch }: Lease,
    failure: ImageFailure | null,
  ): Promise<boolean> {
    const { affected } = await tx.update(
      ImageJobEntity,
      { id, leaseEpoch: epoch, status: 'running' },
      {
        status: failure ? 'failed' : 'done',
        failure,
        sourceSealed: null,
        leaseOwner: null,
        leaseUntil: null,
        finishedAt: new Date(),
        updatedAt: new Date(),
      },
    );
    return affected === 1;
  }

  /** @returns `null` if the job has ended */
  async cancel(tx: EntityManager, id: string): Promise<StoredImageJob | null> {
    const cancelled = await this.jobs.cancel(tx, id);
    return cancelled ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  /** Must run before the upload is locked, because ending a job locks the job first. */
  cancelInspection(tx: EntityManager, uploadId: string): Promise<void> {
    return this.jobs.cancelInspection(tx, uploadId);
  }

  /** Returns whether the version has an open image job. */
  isBusy(tx: EntityManager, versionId: string): Promise<boolean> {
    return tx.existsBy(ImageJobEntity, { versionId, status: In(['queued', 'running']) });
  }

  /** Returns whether an open import or build reads the upload. */
  isUploadUsed(tx: EntityManager, uploadId: string): Promise<boolean> {
    return this.jobs.isUploadUsed(tx, uploadId);
  }

  /** Returns whether the job exists and has ended. */
  isEnded(id: string): Promise<boolean> {
    const status = In(['done', 'failed', 'cancelled']);
    return this.db.manager.existsBy(ImageJobEntity, { id, status });
  }

  /** Deletes jobs of versions 90 days after their end, and collections and commands after one day. */
  async deleteOld(stop: AbortSignal): Promise<void> {
    const where = `NOT (${OPEN}) AND (
      (version_id IS NULL AND finished_at < now() - interval '1 day')
      OR finished_at < now() - interval '90 days')`;
    await deleteInBatches(this.db, { table: 'image_job', where }, stop);
  }
}
