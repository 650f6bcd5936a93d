import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { SecurityConfig } from '../config.js';
import { AutomaticRecovery } from './automatic-recovery.js';
import { RecoveryRunner } from './recovery-runner.js';

@Injectable()
export class RecoveryJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly jobs: RepeatingJob[];

  constructor(config: SecurityConfig, automatic: AutomaticRecovery, runner: RecoveryRunner) {
    // Looked at more often than it is due: whichever replica comes first after the interval makes it.
    const pauseMs = Math.min(config.RECOVERY_INTERVAL_MS, 30_000);
    this.jobs = [
      new RepeatingJob('automatic recovery', pauseMs, (stop) => automatic.check(stop)),
      new RepeatingJob('recoveries', config.RECOVERY_POLL_MS, (stop) => runner.runDue(stop)),
    ];
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
