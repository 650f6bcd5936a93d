import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteInBatches } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { InstallConfig } from '../config.js';
import { CheckRunner } from './check-runner.js';
import { VpsCheckEntity } from './vps-check.entity.js';
import { CHECK_TURNS } from './vps-checks.repository.js';

/** Separate from the concurrency of installs, so that neither waits for the other. */
const CONCURRENCY = 8;
const ERASE_EVERY_MS = 10 * 60_000;

@Injectable()
export class CheckWorker {
  constructor(config: InstallConfig, db: Database, jobs: Jobs, runner: CheckRunner) {
    const worker = new LeaseWorker({
      name: 'vps-check',
      table: new LeaseTable(db, {
        entity: VpsCheckEntity,
        open: CHECK_TURNS.open,
        leaseSeconds: config.INSTALL_LEASE_SECONDS,
        // Prevents a batch of 200 from blocking another user's single check.
        fairTurns: true,
      }),
      concurrency: CONCURRENCY,
      run: (lease) => runner.run(lease),
    });
    if (config.INSTALL_WORKER) jobs.add(worker);
    // Also deletes all findings, and the credentials of a check that no worker claimed.
    const old = { table: 'vps_check', where: `created_at < now() - interval '24 hours'` };
    jobs.every('vps-checks.erase', ERASE_EVERY_MS, (stop) => deleteInBatches(db, old, stop));
  }
}
