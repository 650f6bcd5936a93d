import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { InstallConfig } from '../config.js';
import { InstallMetrics } from '../installs/install-metrics.js';
import { installLeases } from '../installs/install-leases.js';
import type { StoredInstall } from '../installs/installs.service.js';
import { InstallRunner } from './install-runner.js';

@Injectable()
export class Worker {
  private readonly worker: LeaseWorker<StoredInstall>;

  constructor(
    config: InstallConfig,
    db: Database,
    jobs: Jobs,
    runner: InstallRunner,
    metrics: InstallMetrics,
  ) {
    this.worker = new LeaseWorker({
      name: 'install',
      table: installLeases(db, config),
      concurrency: config.INSTALL_CONCURRENCY,
      run: (lease) => runner.run(lease),
    });
    if (!config.INSTALL_WORKER) return;
    jobs.add(this.worker);
    metrics.setSlots(config.INSTALL_CONCURRENCY);
  }

  notify(): void {
    this.worker.notify();
  }
}
