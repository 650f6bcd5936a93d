import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteInBatches } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { InstallConfig } from '../config.js';
import { BatchEntity } from './batch.entity.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchRunner } from './batch-runner.js';

/** Number of batches advanced concurrently. Low because each run is short: checks and installs do the work. */
const CONCURRENCY = 4;
const ERASE_EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 10 * 60_000;
/** Rows or batches per statement. After an outage the rows of an entire day may be due. */
const ERASE_BATCH = 1_000;

export const batchLeases = (db: Database, leaseSeconds: number): LeaseTable<BatchEntity> =>
  new LeaseTable(db, { entity: BatchEntity, open: 'finished_at IS NULL', leaseSeconds });

@Injectable()
export class BatchWorker {
  private readonly worker: LeaseWorker<BatchEntity>;

  constructor(
    config: InstallConfig,
    db: Database,
    jobs: Jobs,
    batches: BatchesRepository,
    rows: BatchRowsRepository,
    runner: BatchRunner,
  ) {
    this.worker = new LeaseWorker({
      name: 'batch',
      table: batchLeases(db, config.INSTALL_LEASE_SECONDS),
      concurrency: CONCURRENCY,
      run: (lease) => runner.run(lease),
    });
    if (config.INSTALL_WORKER) jobs.add(this.worker);
    const old = {
      table: 'install_batch',
      where: `finished_at < now() - interval '30 days'`,
      batch: 50,
    };
    jobs.every('batches.prune', PRUNE_EVERY_MS, (stop) => deleteInBatches(db, old, stop));
    jobs.every('batches.erase', ERASE_EVERY_MS, async (stop) => {
      for (let more = true; more && !stop.aborted;) {
        more = (await rows.eraseExpired(ERASE_BATCH)) === ERASE_BATCH;
      }
      for (let more = true; more && !stop.aborted;) {
        more = (await batches.eraseSecretOptions(ERASE_BATCH)) === ERASE_BATCH;
      }
    });
  }

  notify(): void {
    this.worker.notify();
  }
}
