import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { SecurityConfig } from '../config.js';
import { TallyRepository } from './tally.repository.js';

/** Keeps the tally small. Where it is late, totals are as right, only slower to get. */
@Injectable()
export class TallyJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: RepeatingJob;

  constructor(config: SecurityConfig, tally: TallyRepository) {
    this.job = new RepeatingJob('tally', config.TALLY_INTERVAL_MS, (stop) => tally.sumUp(stop));
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }
}
