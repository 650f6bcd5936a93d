import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageJobStep } from '@casement/proto/http/install/windows/images.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, idRow, row, rows } from '@casement/common/data/database/sql.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import { leaseRow } from '@casement/common/data/jobs/lease-table.js';
import { ImageJobEntity } from './image-job.entity.js';
import { OPEN } from './image-job-status.js';

export interface JobProgress {
  step: ImageJobStep;
  done: number;
  total: number | null;
}

export type NewImageJob = Partial<ImageJobEntity> & Pick<ImageJobEntity, 'kind'>;

const CANCEL = `status = 'cancelled', lease_epoch = lease_epoch + 1, lease_owner = NULL, lease_until = NULL,
  source_sealed = NULL, finished_at = now(), updated_at = now()`;

@Injectable()
export class ImageJobsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, job: NewImageJob & { id: string }): Promise<boolean> {
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(ImageJobEntity)
      .values(job)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  latestOfVersions(): Promise<ImageJobEntity[]> {
    return this.db.manager
      .createQueryBuilder(ImageJobEntity, 'job')
      .distinctOn(['job.versionId'])
      .where('job.versionId IS NOT NULL')
      .orderBy('job.versionId')
      .addOrderBy('job.id', 'DESC')
      .getMany();
  }

  /** @returns false if the job was cancelled or another worker has taken over */
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

  async recordLog({ id, epoch }: Lease, log: string[]): Promise<void> {
    await this.db.manager.update(ImageJobEntity, { id, leaseEpoch: epoch }, { log });
  }

  /** Fences the worker off by a new epoch. @returns false if the job has ended or belongs to no version */
  async cancel(tx: EntityManager, id: string): Promise<boolean> {
    const cancelled = await execute(
      tx,
      `UPDATE image_job SET ${CANCEL} WHERE id = $1 AND version_id IS NOT NULL AND ${OPEN}`,
      [id],
    );
    return cancelled === 1;
  }

  async cancelInspection(tx: EntityManager, uploadId: string): Promise<void> {
    await execute(
      tx,
      `UPDATE image_job SET ${CANCEL} WHERE upload_id = $1 AND kind = 'inspect' AND ${OPEN}`,
      [uploadId],
    );
  }

  async isUploadUsed(tx: EntityManager, uploadId: string): Promise<boolean> {
    const used = await row(
      tx,
      idRow,
      `SELECT id FROM image_job
       WHERE (upload_id = $1 OR drivers_upload_id = $1) AND kind <> 'inspect' AND ${OPEN} LIMIT 1`,
      [uploadId],
    );
    return used !== null;
  }

  /** Serialises claims until `tx` ends. */
  async lockClaims(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('image-jobs'))`);
  }

  /** Only the command itself could have continued an expired job. The new epoch fences it off. */
  async cancelExpiredCommands(tx: EntityManager): Promise<void> {
    await execute(
      tx,
      `UPDATE image_job SET status = 'cancelled', lease_epoch = lease_epoch + 1, finished_at = now(), updated_at = now()
       WHERE source_kind = 'command' AND status = 'running' AND lease_until < now()`,
    );
  }

  /**
   * Claims at most one job. Never claims a collection concurrently with another job, because chunks that an import
   * found in the store must still exist at its end.
   */
  claimNext(tx: EntityManager, owner: string, leaseSeconds: number): Promise<Lease[]> {
    return rows(
      tx,
      leaseRow,
      `UPDATE image_job SET status = 'running', lease_owner = $1, lease_epoch = lease_epoch + 1,
              lease_until = now() + make_interval(secs => $2), attempts = attempts + 1,
              step = NULL, step_since = NULL, bytes_done = 0, bytes_total = NULL, updated_at = now()
       WHERE id = (
         SELECT id FROM image_job job
         WHERE ${OPEN} AND run_after <= now() AND (lease_until IS NULL OR lease_until < now())
           AND source_kind IS DISTINCT FROM 'command'
           AND NOT EXISTS (
             SELECT 1 FROM image_job other
             WHERE other.status = 'running' AND other.id <> job.id
               AND (job.kind = 'collect' OR other.kind = 'collect'))
         ORDER BY created_at, id LIMIT 1)
       RETURNING id, lease_epoch AS epoch`,
      [owner, leaseSeconds],
    );
  }

  /** Inserts and claims an import on the command line. @returns `null` while a collection is running */
  claimForCommand(
    tx: EntityManager,
    owner: string,
    source: string,
    leaseSeconds: number,
  ): Promise<Lease | null> {
    return row(
      tx,
      leaseRow,
      `INSERT INTO image_job (id, kind, source_kind, source, status, lease_owner, lease_epoch, lease_until)
       SELECT $1, 'import', 'command', $2, 'running', $3, 1, now() + make_interval(secs => $4)
       WHERE NOT EXISTS (SELECT 1 FROM image_job WHERE kind = 'collect' AND status = 'running')
       RETURNING id, lease_epoch AS epoch`,
      [newId(), source, owner, leaseSeconds],
    );
  }

  /** @param refunded attempts that do not count */
  async release({ id, epoch }: Lease, nextRunInMs: number, refunded: number): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE image_job SET lease_owner = NULL, lease_until = NULL, attempts = attempts - $3::int,
              run_after = now() + make_interval(secs => $4 / 1000.0)
       WHERE id = $1 AND lease_epoch = $2 AND status = 'running'`,
      [id, epoch, refunded, nextRunInMs],
    );
  }
}
