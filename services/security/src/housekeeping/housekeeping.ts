import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';
import { SecurityConfig } from '../config.js';
import { SignalsRepository } from '../signals/signals.repository.js';

const BATCH = 5_000;
const DAY_MS = 86_400_000;

/** Erases what nobody needs any more: addresses of people are not kept for ever. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: RepeatingJob;

  constructor(
    private readonly config: SecurityConfig,
    private readonly signals: SignalsRepository,
  ) {
    this.job = new RepeatingJob('housekeeping', config.HOUSEKEEPING_INTERVAL_MS, (stop) =>
      this.sweep(stop),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  /** In batches, so that no lock is held for long. */
  async sweep(stop?: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - this.config.SECURITY_KEPT_DAYS * DAY_MS);
    while (!stop?.aborted && (await this.signals.eraseBefore(before, BATCH)) === BATCH);
  }
}
