import type { EntityManager } from 'typeorm';
import type { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, row, rows } from '@casement/common/data/database/sql.js';
import { leaseRow, LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import { LeaseLost, type Lease } from '@casement/common/data/jobs/lease.js';
import { ImageJobEntity } from './image-job.entity.js';

/** SQL condition: the job has not ended. */
export const OPEN = `status IN ('queued', 'running')`;

/** Leases of image jobs. Cancelling a job ends its lease. */
export class ImageJobLeases extends LeaseTable<ImageJobEntity> {
  constructor(db: Database, leaseSeconds: number) {
    super(db, { entity: ImageJobEntity, open: OPEN, leaseSeconds });
  }

  /**
   * Never claims a collection concurrently with another job, because chunks that an import found in the store must
   * still exist at its end. Claims are serialised so that two of them see each other. Each claims one job, which is
   * the concurrency of a worker.
   */
  override claimBatch(owner: string): Promise<Lease[]> {
    return this.db.transaction(async (tx) => {
      await lockClaims(tx);
      // Only the command itself could have continued an expired job. The new epoch fences it off.
      await execute(
        tx,
        `UPDATE image_job SET status = 'cancelled', lease_epoch = lease_epoch + 1, finished_at = now(), updated_at = now()
         WHERE source_kind = 'command' AND status = 'running' AND lease_until < now()`,
      );
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
        [owner, this.leaseSeconds],
      );
    });
  }

  /** Claims an import on the command line. @returns `null` while a collection is running */
  claimForCommand(owner: string, source: string): Promise<Lease | null> {
    return this.db.transaction(async (tx) => {
      await lockClaims(tx);
      return row(
        tx,
        leaseRow,
        `INSERT INTO image_job (id, kind, source_kind, source, status, lease_owner, lease_epoch, lease_until)
         SELECT $1, 'import', 'command', $2, 'running', $3, 1, now() + make_interval(secs => $4)
         WHERE NOT EXISTS (SELECT 1 FROM image_job WHERE kind = 'collect' AND status = 'running')
         RETURNING id, lease_epoch AS epoch`,
        [newId(), source, owner, this.leaseSeconds],
      );
    });
  }

  /** Does not count stopping the worker (`nextRunInMs` 0) as an attempt. */
  override async release(lease: Lease, nextRunInMs: number): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE image_job SET lease_owner = NULL, lease_until = NULL, attempts = attempts - $3::int,
              run_after = now() + make_interval(secs => $4 / 1000.0)
       WHERE id = $1 AND lease_epoch = $2 AND status = 'running'`,
      [lease.id, lease.epoch, nextRunInMs === 0 ? 1 : 0, nextRunInMs],
    );
  }

  override async hold(tx: EntityManager, lease: Lease): Promise<ImageJobEntity> {
    const job = await super.hold(tx, lease);
    if (job.status !== 'running') throw new LeaseLost(lease.id);
    return job;
  }
}

const lockClaims = (tx: EntityManager) =>
  execute(tx, `SELECT pg_advisory_xact_lock(hashtext('image-jobs'))`);
