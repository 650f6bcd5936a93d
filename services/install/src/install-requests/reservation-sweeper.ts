import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallsRepository } from './installs.repository.js';
import { QuotaClient } from './quota.client.js';

const SWEEP_EVERY_MS = 15_000;
/** Longer than a request can take: its process has answered or died. */
const ABANDONED_AFTER_MS = 60_000;

const log = logger('reservations');

/**
 * Settles rows that stayed `reserving`: their request crashed, or billing's answer was lost. The customer was
 * answered that nothing began, so a quota that was held is given back (releasing one that was never held refuses a
 * late hold) and the row is deleted.
 */
@Injectable()
export class ReservationSweeper {
  constructor(
    jobs: Jobs,
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly quota: QuotaClient,
  ) {
    jobs.every('reservations.sweep', SWEEP_EVERY_MS, (stop) => this.sweep(new Date(), stop));
  }

  /** @returns how many rows were settled; a row that billing did not answer for stays until the next sweep */
  async sweep(now = new Date(), stop?: AbortSignal): Promise<number> {
    const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
    let settled = 0;
    for (const row of await this.installs.reservingSince(before)) {
      if (stop?.aborted) break;
      try {
        // Claimed first: a request that continues only now can no longer queue what is about to be released.
        const claimed = await this.installs.change(this.db.manager, row, { status: 'reserving' });
        if (!claimed) continue;
        await this.quota.release(row.id, row.userId, 'install_never_started');
        await this.installs.delete(this.db.manager, row.id, 'reserving');
        settled += 1;
        log.info({ installId: row.id }, 'abandoned reservation released');
      } catch (error) {
        log.warn({ installId: row.id, err: error }, 'abandoned reservation not released yet');
      }
    }
    return settled;
  }
}
