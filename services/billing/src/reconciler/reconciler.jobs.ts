import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { BillingConfig } from '../config.js';
import { ReconcilerService } from './reconciler.service.js';

@Injectable()
export class ReconcilerJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly jobs: RepeatingJob[];

  constructor(config: BillingConfig, reconciler: ReconcilerService) {
    this.jobs = [
      new RepeatingJob('reconcile', config.RECONCILE_INTERVAL_MS, (stop) =>
        reconciler.reconcile(stop),
      ),
      new RepeatingJob('expiry', config.EXPIRY_INTERVAL_MS, () => reconciler.expire()),
    ];
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
