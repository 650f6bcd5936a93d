import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { ImageFailure, ImageJobStep } from '@casement/proto/http/images.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { deleteInBatches } from '@casement/common/data/jobs/delete-in-batches.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import { ImageJobEntity } from './image-job.entity.js';
import { OPEN } from './image-job-leases.js';

export interface JobProgress {
  step: ImageJobStep;
  done: number;
  total: number | null;
}

type NewJob = Partial<ImageJobEntity> & Pick<ImageJobEntity, 'kind'>;

@Injectable()
export class ImageJobsRepository {
  constructor(private readonly db: Database) {}

  /** Null where the version, or the upload to check, has a job under way. */
  async insert(tx: EntityManager, job: NewJob): Promise<ImageJobEntity | null> {
    const id = job.id ?? newId();
    const inserted = await execute(
      tx,
      `INSERT INTO image_job (id, kind, version_id, source_kind, source, source_sealed, sha256, min_memory, requested_by,
                              handshake_only, upload_id, drivers_upload_id, edition, recipe, disk_gib, firmware, origin)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING`,
      [
        id,
        job.kind,
        job.versionId ?? null,
        job.sourceKind ?? null,
        job.source ?? null,
        job.sourceSealed ?? null,
        job.sha256 ?? null,
        job.minMemory ?? null,
        job.requestedBy ?? null,
        job.handshakeOnly ?? false,
        job.uploadId ?? null,
        job.driversUploadId ?? null,
        job.edition ?? null,
        job.recipe ?? null,
        job.diskGib ?? null,
        job.firmware ?? null,
        job.origin ?? null,
      ],
    );
    return inserted === 1 ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  find(id: string): Promise<ImageJobEntity | null> {
    return this.db.manager.findOneBy(ImageJobEntity, { id });
  }

  /** The last job of each version. */
  async latest(): Promise<Map<string, ImageJobEntity>> {
    const jobs = await this.db.manager
      .createQueryBuilder(ImageJobEntity, 'job')
      .distinctOn(['job.versionId'])
      .where('job.versionId IS NOT NULL')
      .orderBy('job.versionId')
      .addOrderBy('job.id', 'DESC')
      .getMany();
    return new Map(jobs.map((job) => [job.versionId!, job]));
  }

  /** @returns false when the job was cancelled, or another worker has taken over */
  async recordProgress({ id, epoch }: Lease, { step, done, total }: JobProgress): Promise<boolean> {
    const changed = await execute(
      this.db.manager,
      `UPDATE image_job SET
         step_since = CASE WHEN step IS DISTINCT FROM $3 THEN now() ELSE step_since END,
         step = $3, bytes_done = $4, bytes_total = $5, updated_at = now()
       WHERE id = $1 AND lease_epoch = $2 AND status = 'running'`,
      [id, epoch, step, done, total],
    );
    return changed === 1;
  }

  /** The lines that the job shows. Not of a worker that was replaced. */
  async recordLog({ id, epoch }: Lease, lines: string[]): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE image_job SET log = $3 WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, lines],
    );
  }

  /** The end of the job. @returns false when its holder has lost it meanwhile */
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

  /** Null where it has ended already. Its worker loses the lease. */
  async cancel(tx: EntityManager, id: string): Promise<ImageJobEntity | null> {
    const cancelled = await execute(
      tx,
      `UPDATE image_job SET status = 'cancelled', lease_epoch = lease_epoch + 1, lease_owner = NULL,
              lease_until = NULL, source_sealed = NULL, finished_at = now(), updated_at = now()
       WHERE id = $1 AND version_id IS NOT NULL AND ${OPEN}`,
      [id],
    );
    return cancelled === 1 ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  /** Whether something is done to the version's image, or about to be. */
  isBusy(tx: EntityManager, versionId: string): Promise<boolean> {
    return tx.existsBy(ImageJobEntity, { versionId, status: In(['queued', 'running']) });
  }

  /** Whether there was such a job and nothing works on it any more. */
  isEnded(id: string): Promise<boolean> {
    return this.db.manager.existsBy(ImageJobEntity, {
      id,
      status: In(['done', 'failed', 'cancelled']),
    });
  }

  /** Queues the deletion of what is no longer needed; one that waits already is enough. */
  async collect(tx: EntityManager): Promise<void> {
    await this.insert(tx, { kind: 'collect' });
  }

  /** Ended collections and commands go after a day, the jobs of versions after 90. */
  async deleteOld(stop: AbortSignal): Promise<void> {
    const where = `NOT (${OPEN}) AND (
      (version_id IS NULL AND finished_at < now() - interval '1 day')
      OR finished_at < now() - interval '90 days')`;
    await deleteInBatches(this.db, { table: 'image_job', where }, stop);
  }
}
