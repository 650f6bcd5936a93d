import type { EntityManager } from 'typeorm';
import type { Database } from '@casement/common/data/database/database.js';
import { LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import { LeaseLost, type Lease } from '@casement/common/data/jobs/lease.js';
import { ImageJobEntity } from './image-job.entity.js';
import { OPEN } from './image-job-status.js';
import { ImageJobsRepository } from './image-jobs.repository.js';

/** Leases of image jobs. Cancelling a job ends its lease. */
export class ImageJobLeases extends LeaseTable<ImageJobEntity> {
  private readonly jobs: ImageJobsRepository;

  constructor(db: Database, leaseSeconds: number) {
    super(db, { entity: ImageJobEntity, open: OPEN, leaseSeconds });
    this.jobs = new ImageJobsRepository(db);
  }

  /** Claims one job, which is the concurrency of a worker. Claims are serialised so that two of them see each other. */
  override claimBatch(owner: string): Promise<Lease[]> {
    return this.db.transaction(async (tx) => {
      await this.jobs.lockClaims(tx);
      await this.jobs.cancelExpiredCommands(tx);
      return this.jobs.claimNext(tx, owner, this.leaseSeconds);
    });
  }

  /** Claims an import on the command line. @returns `null` while a collection is running */
  claimForCommand(owner: string, source: string): Promise<Lease | null> {
    return this.db.transaction(async (tx) => {
      await this.jobs.lockClaims(tx);
      return this.jobs.claimForCommand(tx, owner, source, this.leaseSeconds);
    });
  }

  /** Does not count stopping the worker (`nextRunInMs` 0) as an attempt. */
  override async release(lease: Lease, nextRunInMs: number): Promise<void> {
    await this.jobs.release(lease, nextRunInMs, nextRunInMs === 0 ? 1 : 0);
  }

  override async hold(tx: EntityManager, lease: Lease): Promise<ImageJobEntity> {
    const job = await super.hold(tx, lease);
    if (job.status !== 'running') throw new LeaseLost(lease.id);
    return job;
  }
}
