import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Database } from '@casement/common/data/database/database.js';
import { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { workerName } from '@casement/common/data/jobs/lease-worker.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { ImageJobLeases } from './image-job-leases.js';
import { ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { ImageJobsService } from './image-jobs.service.js';

/** Maximum delay of the command while a collection deletes unneeded chunks. */
const MAX_WAIT_SECONDS = 600;

export const commandJobEntities = [ImageJobEntity];

/**
 * Runs a command's import as a job, so that no collection deletes the chunks that `work` stores. `store` runs in the
 * transaction that ends the job. It does not run if the lease was lost, because a collection may have run since then.
 */
export async function runCommandJob<T>(
  db: Database,
  leaseSeconds: number,
  source: string,
  {
    work,
    store,
  }: {
    work: (signal: AbortSignal) => Promise<T>;
    store: (tx: EntityManager, result: T) => Promise<void>;
  },
): Promise<T> {
  const jobs = new ImageJobsService(db, new ImageJobsRepository(db));
  const lease = await claimFor(new ImageJobLeases(db, leaseSeconds), source);
  try {
    const result = await work(lease.signal);
    await db.transaction(async (tx) => {
      if (!(await jobs.end(tx, lease, null))) throw new LeaseLost(lease.id);
      await store(tx, result);
      await jobs.addCollection(tx);
    });
    return result;
  } catch (error) {
    const refused = error instanceof ImageRefused ? error : new ImageRefused('UNEXPECTED');
    const { code, message, cure } = refused;
    await db.transaction((tx) => jobs.end(tx, lease, { code, message, cure }));
    throw error;
  } finally {
    lease.end();
  }
}

async function claimFor(table: ImageJobLeases, source: string): Promise<HeldLease<ImageJobEntity>> {
  for (let waited = 0; waited <= MAX_WAIT_SECONDS; waited++) {
    const claimedAt = performance.now();
    const lease = await table.claimForCommand(workerName(), source);
    if (lease) return new HeldLease(table, lease, claimedAt);
    await wait(1_000);
  }
  throw new Error('The image store is busy; try again.');
}
