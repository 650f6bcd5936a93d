import type { Metrics } from '@casement/common/core/metrics/metrics.js';
import {
  desktopEndReasons,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import { REFUSALS, type RefusalReason } from './ends.js';

const OPEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Reasons for refusals, including those before the WebSocket exists (foreign origin, shutdown, client limit), which
 * have no RDCleanPath response.
 */
export type Refused = RefusalReason | 'origin' | 'stopping' | 'client';

export class RelayMetrics {
  private readonly open;
  private readonly opened;
  private readonly ended;
  private readonly refused;
  private readonly bytes;
  private readonly openSeconds;
  private readonly reportsFailed;

  constructor(metrics: Metrics) {
    this.open = metrics.gauge({
      name: 'casement_desktop_sessions_open',
      help: 'Desktops open through this process.',
    });
    this.opened = metrics.counter({
      name: 'casement_desktop_sessions_opened_total',
      help: 'Opened desktops: Windows presented the pinned certificate.',
    });
    this.ended = metrics.counter({
      name: 'casement_desktop_sessions_ended_total',
      help: 'Desktops for which a ticket was used, by reason for the end or the failure to open.',
      labelNames: ['reason'],
    });
    this.refused = metrics.counter({
      name: 'casement_desktop_refused_total',
      help: 'Browsers rejected before a desktop was opened.',
      labelNames: ['cause'],
    });
    this.bytes = metrics.counter({
      name: 'casement_desktop_bytes_total',
      help: 'Relayed bytes.',
      labelNames: ['direction'],
    });
    this.openSeconds = metrics.histogram({
      name: 'casement_desktop_open_seconds',
      help: 'Time from the ticket to the TLS connection with Windows.',
      buckets: OPEN_SECONDS,
    });
    this.reportsFailed = metrics.counter({
      name: 'casement_desktop_reports_failed_total',
      help: 'Reports that the install service did not accept. They are retried.',
    });
    // Initialized to 0, because Prometheus would otherwise miss the first increase after a start.
    for (const reason of desktopEndReasons) this.ended.inc({ reason }, 0);
    for (const cause of [...Object.keys(REFUSALS), 'origin', 'stopping', 'client']) {
      this.refused.inc({ cause }, 0);
    }
  }

  recordOpened(seconds: number): void {
    this.opened.inc();
    this.openSeconds.observe(seconds);
  }

  recordEnded(reason: DesktopEndReason): void {
    this.ended.inc({ reason });
  }

  countRefusal(cause: Refused): void {
    this.refused.inc({ cause });
  }

  addBytes(direction: 'to_windows' | 'to_browser', bytes: number): void {
    this.bytes.inc({ direction }, bytes);
  }

  countFailedReport(): void {
    this.reportsFailed.inc();
  }

  setOpen(sessions: number): void {
    this.open.set(sessions);
  }
}
