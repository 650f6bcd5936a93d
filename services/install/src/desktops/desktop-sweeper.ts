import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteEach } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { DesktopMetrics } from './desktop-metrics.js';
import { DesktopReportsRepository } from './desktop-reports.repository.js';

export const PRUNE_JOB = 'desktops.prune';
const LOST_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60_000;
const BATCH = 500;
/** Maximum silence of a relay, counted from the time at which this process could receive reports. */
const LISTENED_MS = 30_000;

@Injectable()
export class DesktopSweeper {
  /** Start of the period in which this process could record reports without interruption. */
  private listeningSince: number | null = null;

  constructor(
    private readonly db: Database,
    private readonly repository: DesktopReportsRepository,
    private readonly metrics: DesktopMetrics,
    jobs: Jobs,
  ) {
    jobs.every('desktops.lost', LOST_EVERY_MS, (stop) => this.endLost(new Date(), stop));
    jobs.every(PRUNE_JOB, PRUNE_EVERY_MS, (stop) => this.prune(stop));
  }

  /**
   * Ends desktops whose relays were silent for 30 seconds. After a start or a database outage, relays get 30 seconds
   * to report first.
   */
  async endLost(now = new Date(), stop?: AbortSignal): Promise<void> {
    try {
      await this.repository.ping();
    } catch (error) {
      this.listeningSince = null;
      throw error;
    }
    this.listeningSince ??= now.getTime();
    if (now.getTime() - this.listeningSince < LISTENED_MS) return;
    for (let more = true; more && !stop?.aborted;) {
      const lost = await this.repository.endLost(BATCH);
      for (const desktop of lost) this.metrics.ended(desktop);
      more = lost.length === BATCH;
    }
  }

  /** Deletes unused tickets once they no longer count against the limit. */
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
