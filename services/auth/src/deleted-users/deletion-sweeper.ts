import { Injectable } from '@nestjs/common';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { AccountDeletionEntity } from './account-deletion.entity.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';

const INTERVAL_MS = 5_000;
const log = logger('deletion-sweeper');

/** Carries on deletions that a process which died, or a service that was unavailable, has left. */
@Injectable()
export class DeletionSweeper {
  readonly job;

  constructor(
    private readonly deletions: AccountDeletionRepository,
    private readonly service: AccountDeletionService,
    jobs: Jobs,
  ) {
    this.job = jobs.every('account-deletion', INTERVAL_MS, (stop) => this.sweep(new Date(), stop));
  }

  /** @returns how many were claimed */
  async sweep(now = new Date(), stop?: AbortSignal): Promise<number> {
    let claimed = 0;
    // One claim at a time: it must not run out while others are worked on.
    while (!stop?.aborted) {
      const deletion = await this.deletions.claimAbandoned(now);
      if (!deletion) break;
      claimed += 1;
      await this.carryOn(deletion);
    }
    return claimed;
  }

  /** A failed one is claimed again when its claim runs out; the others go on. */
  private async carryOn(deletion: AccountDeletionEntity): Promise<void> {
    try {
      await this.service.advance(deletion);
    } catch (err) {
      log.warn({ userId: deletion.userId, err }, 'abandoned deletion not carried on yet');
    }
  }
}
