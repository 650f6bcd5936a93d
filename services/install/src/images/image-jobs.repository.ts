import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageFailure, ImageJobStep } from '@casement/proto/http/images.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { ImageJobEntity } from './image-job.entity.js';

/** Whoever works on a job writes only while this is the latest claim. */
export interface JobLease {
  id: string;
  epoch: number;
}

export interface JobProgress {
  step: ImageJobStep;
  done: number;
  total: number | null;
}

type NewJob = Partial<ImageJobEntity> & Pick<ImageJobEntity, 'kind'>;

const OPEN = `status IN ('queued', 'running')`;

@Injectable()
export class ImageJobsRepository {
  constructor(private readonly db: Database) {}

  /** Null where the version has a job under way. */
  async insert(tx: EntityManager, job: NewJob): Promise<ImageJobEntity | null> {
    const id = job.id ?? newId();
    const rows = await tx.query<unknown[]>(
      `INSERT INTO image_job (id, kind, version_id, source_kind, source, source_sealed, sha256, min_memory, requested_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
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
      ],
    );
    return rows.length === 1 ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  find(id: string): Promise<ImageJobEntity | null> {
    return this.db.manager.findOneBy(ImageJobEntity, { id });
  }

  /** The last import or verification of each version. */
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

  /**
   * The job that has waited longest and that nobody works on. A collection is alone: what an import finds in the
   * store must still be there when it ends. Claims are made one after the other, so that two cannot miss each other.
   */
  claim(owner: string, leaseSeconds: number): Promise<JobLease | null> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('image-jobs'))`);
      // Only the command itself could have gone on with it.
      await tx.query(
        `UPDATE image_job SET status = 'cancelled', finished_at = now(), updated_at = now()
         WHERE source_kind = 'command' AND status = 'running' AND lease_expires_at < now()`,
      );
      const [rows] = await tx.query<[{ id: string; epoch: string }[], number]>(
        `UPDATE image_job SET status = 'running', lease_owner = $1, lease_epoch = lease_epoch + 1,
                lease_expires_at = now() + make_interval(secs => $2), attempts = attempts + 1,
                step = NULL, step_since = NULL, bytes_done = 0, bytes_total = NULL, updated_at = now()
         WHERE id = (
           SELECT id FROM image_job job
           WHERE ${OPEN} AND (lease_expires_at IS NULL OR lease_expires_at < now())
             AND source_kind IS DISTINCT FROM 'command'
             AND NOT EXISTS (
               SELECT 1 FROM image_job other
               WHERE other.status = 'running' AND other.id <> job.id
                 AND (job.kind = 'collect' OR other.kind = 'collect'))
           ORDER BY created_at, id LIMIT 1)
         RETURNING id, lease_epoch AS epoch`,
        [owner, leaseSeconds],
      );
      const row = rows[0];
      return row ? { id: row.id, epoch: Number(row.epoch) } : null;
    });
  }

  /** For an import on the command line: no collection runs while it does. Null while one is running. */
  holdForCommand(owner: string, source: string, leaseSeconds: number): Promise<JobLease | null> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('image-jobs'))`);
      const id = newId();
      const rows = await tx.query<unknown[]>(
        `INSERT INTO image_job (id, kind, source_kind, source, status, lease_owner, lease_epoch, lease_expires_at)
         SELECT $1, 'import', 'command', $2, 'running', $3, 1, now() + make_interval(secs => $4)
         WHERE NOT EXISTS (SELECT 1 FROM image_job WHERE kind = 'collect' AND status = 'running')
         RETURNING id`,
        [id, source, owner, leaseSeconds],
      );
      return rows.length === 1 ? { id, epoch: 1 } : null;
    });
  }

  /** Says how far it is. False when it was cancelled, or another worker has taken over. */
  async renew(
    { id, epoch }: JobLease,
    leaseSeconds: number,
    progress: JobProgress | null,
  ): Promise<boolean> {
    const rows = await this.db.query(
      `WITH renewed AS (
         UPDATE image_job SET lease_expires_at = now() + make_interval(secs => $3),
           step_since = CASE WHEN step IS DISTINCT FROM $4 THEN now() ELSE step_since END,
           step = $4, bytes_done = coalesce($5, bytes_done), bytes_total = $6, updated_at = now()
         WHERE id = $1 AND lease_epoch = $2 AND status = 'running' RETURNING id)
       SELECT id FROM renewed`,
      [
        id,
        epoch,
        leaseSeconds,
        progress?.step ?? null,
        progress?.done ?? null,
        progress?.total ?? null,
      ],
    );
    return rows.length === 1;
  }

  /** The job, locked, if the lease still stands: null when it was cancelled or taken over. */
  hold(tx: EntityManager, { id, epoch }: JobLease): Promise<ImageJobEntity | null> {
    return tx.findOne(ImageJobEntity, {
      where: { id, leaseEpoch: epoch, status: 'running' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Its end, by whoever holds it. False when that is somebody else meanwhile. */
  async end(
    tx: EntityManager,
    { id, epoch }: JobLease,
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
        leaseExpiresAt: null,
        finishedAt: new Date(),
        updatedAt: new Date(),
      },
    );
    return affected === 1;
  }

  /** Lets go of a job that this process began and will not end; it does not count as an attempt. */
  async release({ id, epoch }: JobLease): Promise<void> {
    await this.db.query(
      `UPDATE image_job SET lease_owner = NULL, lease_expires_at = NULL, attempts = attempts - 1
       WHERE id = $1 AND lease_epoch = $2 AND status = 'running'`,
      [id, epoch],
    );
  }

  /** Null where it has ended already. The worker finds out by its lease. */
  async cancel(tx: EntityManager, id: string): Promise<ImageJobEntity | null> {
    const [, affected] = await tx.query<[unknown[], number]>(
      `UPDATE image_job SET status = 'cancelled', lease_epoch = lease_epoch + 1, lease_owner = NULL,
              lease_expires_at = NULL, source_sealed = NULL, finished_at = now(), updated_at = now()
       WHERE id = $1 AND version_id IS NOT NULL AND ${OPEN}`,
      [id],
    );
    return affected === 1 ? tx.findOneByOrFail(ImageJobEntity, { id }) : null;
  }

  /** Whether something is done to the version's image, or about to be. */
  async isBusy(tx: EntityManager, versionId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM image_job WHERE version_id = $1 AND ${OPEN}`,
      [versionId],
    );
    return rows.length > 0;
  }

  /** Asks for what nobody needs to be deleted; one that waits already is enough. */
  async collect(tx: EntityManager): Promise<void> {
    await this.insert(tx, { kind: 'collect' });
  }

  /** Ended collections and commands tell nobody anything; of a version's jobs the last ones stay. */
  async forgetOld(tx: EntityManager): Promise<void> {
    await tx.query(
      `DELETE FROM image_job WHERE NOT (${OPEN}) AND (
         (version_id IS NULL AND finished_at < now() - interval '1 day')
         OR finished_at < now() - interval '90 days')`,
    );
  }
}
