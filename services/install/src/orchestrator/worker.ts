import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { Jobs } from '@casement/common/jobs/jobs.js';
import { LeaseTable } from '@casement/common/jobs/lease-table.js';
import { LeaseWorker } from '@casement/common/jobs/lease-worker.js';
import { InstallConfig } from '../config.js';
import { InstallEntity } from '../installs/install.entity.js';
import { INSTALL_TURNS } from '../installs/installs.repository.js';
import { InstallMetrics } from '../installs/install-metrics.js';
import { InstallRunner } from './install-runner.js';

export const installLeases = (db: Database, leaseSeconds: number): LeaseTable<InstallEntity> =>
  new LeaseTable(db, {
    entity: InstallEntity,
    open: INSTALL_TURNS.open,
    leaseSeconds,
    // Who has 500 machines waiting does not keep the one machine of another from a worker.
    inTurn: true,
  });

/** Claims installs that are due and runs their next steps. */
@Injectable()
export class Worker {
  private readonly worker: LeaseWorker<InstallEntity>;

  constructor(
    config: InstallConfig,
    db: Database,
    jobs: Jobs,
    runner: InstallRunner,
    metrics: InstallMetrics,
  ) {
    this.worker = new LeaseWorker({
      name: 'install',
      table: installLeases(db, config.INSTALL_LEASE_SECONDS),
      concurrency: config.INSTALL_CONCURRENCY,
      run: (lease) => runner.run(lease),
    });
    if (!config.INSTALL_WORKER) return;
    jobs.add(this.worker);
    metrics.worksOn(config.INSTALL_CONCURRENCY);
  }

  /** An install may be due now. */
  notify(): void {
    this.worker.notify();
  }
}
