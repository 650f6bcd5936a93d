import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { deleteEach } from '@casement/common/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/jobs/jobs.js';
import { DesktopMetrics } from './desktop-metrics.js';
import { DesktopReportsRepository } from './desktop-reports.repository.js';

export const LOST_JOB = 'desktops.lost';
export const PRUNE_JOB = 'desktops.prune';
const LOST_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60_000;
const BATCH = 500;

/** Ends the desktops of relays that are gone, and removes what is not kept any longer. */
@Injectable()
export class DesktopSweeper {
  constructor(
    private readonly db: Database,
    private readonly repository: DesktopReportsRepository,
    private readonly metrics: DesktopMetrics,
    jobs: Jobs,
  ) {
    jobs.every(LOST_JOB, LOST_EVERY_MS, (stop) => this.endLost(stop));
    jobs.every(PRUNE_JOB, PRUNE_EVERY_MS, (stop) => this.prune(stop));
  }

  private async endLost(stop: AbortSignal): Promise<void> {
    for (let more = true; more && !stop.aborted;) {
      const lost = await this.repository.endLost(BATCH);
      for (const desktop of lost) this.metrics.ended(desktop);
      more = lost.length === BATCH;
    }
  }

  /** Tickets that were not used are kept for as long as they count against the limit. */
  private prune(stop: AbortSignal): Promise<void> {
    const table = 'desktop_session';
    return deleteEach(
      this.db,
      [
        { table, where: `opened_at IS NULL AND ticket_expires_at < now() - interval '1 minute'` },
        { table, where: `ended_at < now() - interval '90 days'` },
      ],
      stop,
    );
  }
}
