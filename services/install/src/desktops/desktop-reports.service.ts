import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { DesktopEndReason } from '@casement/proto/http/install/desktops/desktops.js';
import { InstallConfig } from '../config.js';
import { reasonToEnd } from './desktop-ends.js';
import { DesktopMetrics } from './desktop-metrics.js';
import { maxBytesOf } from './desktop-openings.service.js';
import {
  DesktopReportsRepository,
  type DesktopChange,
  type ReportedDesktop,
} from './desktop-reports.repository.js';

export interface DesktopReport {
  sessionId: string;
  /** Total since the desktop was opened. */
  bytesToWindows: number;
  bytesToBrowser: number;
  ended?: DesktopEndReason | null;
}

interface DesktopEnd {
  sessionId: string;
  reason: DesktopEndReason;
}

@Injectable()
export class DesktopReportsService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly repository: DesktopReportsRepository,
    private readonly edge: EdgeState,
    private readonly metrics: DesktopMetrics,
  ) {}

  /**
   * Idempotent: a repeated or late report lowers no count and reopens nothing.
   * @returns desktops that the relay must end; `lost` for desktops it did not open or that are no longer stored
   */
  async report(replica: string, reports: readonly DesktopReport[]): Promise<DesktopEnd[]> {
    if (reports.length === 0) return [];
    const byId = new Map(reports.map((report) => [report.sessionId, report]));
    const { known, ended } = await this.db.transaction(async (tx) => {
      const found = await this.repository.lock(tx, replica, [...byId.keys()]);
      const changes = found.map((desktop) => this.changeOf(desktop, byId.get(desktop.id)!));
      return { known: found.map(toEnd(changes)), ended: await this.repository.save(tx, changes) };
    });
    for (const desktop of ended) this.metrics.ended(desktop);
    const reasons = new Map(known);
    return [...byId.values()].flatMap(({ sessionId, ended: over }) => {
      const reason = reasons.has(sessionId) ? reasons.get(sessionId)! : 'lost';
      return over || reason === null ? [] : [{ sessionId, reason }];
    });
  }

  private changeOf(desktop: ReportedDesktop, report: DesktopReport): DesktopChange {
    const bytesToWindows = Math.max(report.bytesToWindows, desktop.bytesToWindows);
    const bytesToBrowser = Math.max(report.bytesToBrowser, desktop.bytesToBrowser);
    const isActive =
      bytesToWindows > desktop.bytesToWindows || bytesToBrowser > desktop.bytesToBrowser;
    const change = { id: desktop.id, bytesToWindows, bytesToBrowser, isActive };
    if (desktop.endReason) return { ...change, endOrdered: null, ended: null };
    if (report.ended) return { ...change, endOrdered: null, ended: report.ended };
    const { userId, authSessionId: sessionId, authEpoch: epoch, installIp: ip } = desktop;
    const now = {
      ...desktop,
      bytesToWindows,
      bytesToBrowser,
      idleSeconds: isActive ? 0 : desktop.idleSeconds,
      install:
        ip === null || desktop.installStatus === null
          ? null
          : { ip, status: desktop.installStatus, rdp: desktop.installRdp },
      isSignedOut: desktop.closed || this.edge.isRevoked({ userId, sessionId, epoch }),
    };
    const enabled = this.config.DESKTOP_ENABLED;
    const endOrdered = reasonToEnd(now, { enabled, maxBytes: maxBytesOf(this.config) });
    return { ...change, endOrdered, ended: null };
  }
}

/**
 * Returns the reason why the relay must end a desktop: its stored end reason, otherwise the newly ordered one; `null`
 * to keep it open.
 */
const toEnd =
  (changes: readonly DesktopChange[]) =>
  ({ id, endReason }: ReportedDesktop, n: number): [string, DesktopEndReason | null] => [
    id,
    endReason ?? changes[n]?.endOrdered ?? null,
  ];
