import { Injectable } from '@nestjs/common';
import { RECOVERY_MAX_RETRIES } from '@casement/proto/http/security/recovery.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { SecurityConfig } from '../config.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';
import { RecoverySteps } from './recovery-steps.js';

/** Time after which another replica may retry an unfinished attempt. */
const CLAIM_MS = 60_000;

const log = logger('recovery');

/**
 * Runs recoveries: one attempt when triggered, then up to three retries. Each attempt is leased, so any number of
 * replicas may run it.
 */
@Injectable()
export class RecoveryRunner {
  constructor(
    private readonly db: Database,
    private readonly recoveries: RecoveriesRepository,
    private readonly steps: RecoverySteps,
    private readonly config: SecurityConfig,
    jobs: Jobs,
  ) {
    jobs.every('recovery.run-due', config.RECOVERY_POLL_MS, (stop) => this.runDue(stop));
  }

  async runDue(stop?: AbortSignal): Promise<void> {
    while (!stop?.aborted) {
      const recovery = await this.recoveries.claim(CLAIM_MS);
      if (!recovery) return;
      await this.attempt(recovery);
    }
  }

  /** Makes the first attempt immediately. Never throws; `runDue` makes the retries. */
  async runNow(id: string): Promise<void> {
    try {
      const recovery = await this.recoveries.claim(CLAIM_MS, id);
      if (recovery) await this.attempt(recovery);
    } catch (err) {
      log.warn({ err, recoveryId: id }, 'could not run a recovery, will be retried');
    }
  }

  private async attempt(recovery: RecoveryEntity): Promise<void> {
    const { id, attempts } = recovery;
    try {
      const result = await this.change(recovery);
      if (result === undefined) return;
      await this.steps.carryOut(recovery);
      await this.recoveries.settle(this.db.manager, id, 'success', { result });
    } catch (err) {
      log.warn({ err, recoveryId: id, attempts }, 'recovery failed');
      const error =
        'It could not be applied everywhere because messaging or the database did not respond.';
      if (attempts > RECOVERY_MAX_RETRIES) {
        await this.recoveries.settle(this.db.manager, id, 'failed', { error });
      } else {
        await this.recoveries.postpone(id, this.config.RECOVERY_RETRY_MS, error);
      }
    }
  }

  /**
   * Runs the steps that change rows.
   *
   * @returns undefined if the recovery was cancelled in the meantime; nothing is changed then
   */
  private change(recovery: RecoveryEntity): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      const current = await this.recoveries.lock(tx, recovery.id);
      if (current?.status !== 'in_progress') return undefined;
      return this.steps.run(tx, current);
    });
  }
}
