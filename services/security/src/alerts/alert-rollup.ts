import { Injectable } from '@nestjs/common';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { SecurityConfig } from '../config.js';
import { AlertRollupRepository } from './alert-rollup.repository.js';

/**
 * Counts alerts per hour. A job rolls up past hours; alerts of later hours are counted from the rows, so that the
 * numbers are exact even if the job is late.
 */
@Injectable()
export class AlertRollup {
  constructor(
    private readonly repository: AlertRollupRepository,
    config: SecurityConfig,
    jobs: Jobs,
  ) {
    jobs.every('alerts.roll-up', config.ROLLUP_INTERVAL_MS, () => this.rollUp());
  }

  rollUp(): Promise<void> {
    return this.repository.rollUp();
  }

  /** @param since null counts all alerts */
  counts(since: Date | null) {
    return this.repository.counts(since);
  }

  /** Counts alerts per time step and type. The oldest step starts before `since`, so that it is complete. */
  timeline(since: Date, stepMinutes: number) {
    const stepMs = stepMinutes * 60_000;
    const from = new Date(Math.floor(since.getTime() / stepMs) * stepMs);
    return this.repository.timeline(from, stepMinutes);
  }
}
