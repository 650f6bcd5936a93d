import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageJobStep } from '@casement/proto/http/install/windows/images.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, row } from '@casement/common/data/database/sql.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import { OPEN } from './image-job-leases.js';
import { ImageJobEntity } from './image-job.entity.js';

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
}
