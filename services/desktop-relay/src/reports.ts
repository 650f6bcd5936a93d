import type { DesktopReport } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { pause } from '@casement/common/core/async/abortable.js';
import { MAX_REPORTS, type DesktopsClient } from './desktops.client.js';
import { isDesktopEnd } from './ends.js';
import type { RelayMetrics } from './relay-metrics.js';
import type { RelaySession } from './relay-session.js';
import type { Sessions } from './sessions.js';

const log = logger('desktops');

/**
 * Maximum number of ended sessions that wait to be reported. The install service detects the end of any others itself
 * (`lost`).
 */
const MAX_ENDED = 5_000;
const FLUSH_WAIT_MS = 200;

/**
 * Reports traffic and ended sessions to the install service, retries until it accepts them, and ends the sessions
 * that its response names.
 */
export class Reports {
  private readonly ended = new Map<string, DesktopReport>();
  private running: Promise<void> | null = null;
  private again = false;
  private reachable = true;

  constructor(
    private readonly desktops: DesktopsClient,
    private readonly sessions: Sessions,
    private readonly metrics: RelayMetrics,
  ) {}

  recordEnded(session: RelaySession): void {
    this.ended.set(session.id, session.report());
    const [oldest] = this.ended.keys();
    if (this.ended.size > MAX_ENDED && oldest !== undefined) this.ended.delete(oldest);
    void this.send();
  }

  /**
   * Sends a report. Reports never overlap: a call during a report causes one more report afterwards. Never rejects.
   */
  send(): Promise<void> {
    this.again = true;
    this.running ??= this.run().finally(() => (this.running = null));
    return this.running;
  }

  /** Waits until all ended sessions are reported or the time limit is reached. */
  async flush(ms: number): Promise<void> {
    const signal = AbortSignal.timeout(ms);
    for (;;) {
      await this.send();
      if (this.ended.size === 0 || signal.aborted) return;
      await pause(FLUSH_WAIT_MS, signal);
    }
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false;
      const reports = [...this.ended.values(), ...[...this.sessions].map((one) => one.report())];
      for (let at = 0; at < reports.length; at += MAX_REPORTS) {
        await this.sendSome(reports.slice(at, at + MAX_REPORTS));
      }
    }
  }

  private async sendSome(reports: DesktopReport[]): Promise<void> {
    try {
      const ends = await this.desktops.report(reports);
      for (const report of reports) if (report.ended) this.ended.delete(report.sessionId);
      for (const { sessionId, reason } of ends) {
        this.sessions.end(sessionId, isDesktopEnd(reason) ? reason : 'ended_by_administrator');
      }
      this.reachable = true;
    } catch (err) {
      this.metrics.countFailedReport();
      // Logged once per outage.
      if (this.reachable) log.warn({ err }, 'could not report desktops');
      this.reachable = false;
    }
  }
}
