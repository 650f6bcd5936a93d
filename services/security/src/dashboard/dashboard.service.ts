import { Injectable } from '@nestjs/common';
import { RECENT_EVENTS, TIME_RANGES } from '@casement/proto/http/security/security-limits.js';
import type { SecurityDashboard, SecurityStats } from '@casement/proto/http/security/stats.js';
import type { TimeRange } from '@casement/proto/http/security/time-ranges.js';
import { AlertRollup } from '../alerts/alert-rollup.js';
import { toSecurityAlert } from '../alerts/alerts.mapper.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { RecoveryService } from '../recovery/recovery.service.js';

/** Length of each chart range and time per bar. */
const CHART = {
  '1h': { hours: 1, stepMinutes: 5 },
  '24h': { hours: 24, stepMinutes: 60 },
  '7d': { hours: 168, stepMinutes: 1_440 },
  '30d': { hours: 720, stepMinutes: 1_440 },
} as const;

@Injectable()
export class DashboardService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly rollup: AlertRollup,
    private readonly blocks: BlocksService,
    private readonly recoveries: RecoveryService,
  ) {}

  async stats(timeframe: TimeRange | 'all'): Promise<SecurityStats> {
    const [within, all, blocks, recoveries, timeline] = await Promise.all([
      this.rollup.counts(startOf(timeframe)),
      this.rollup.counts(null),
      this.blocks.stats(),
      this.recoveries.counts(),
      this.timeline(timeframe),
    ]);
    const sum = (counts: typeof all, of: Partial<(typeof all)[number]> = {}) =>
      counts
        .filter((one) => Object.entries(of).every(([key, value]) => one[key as 'type'] === value))
        .reduce((total, { count }) => total + count, 0);
    const { success, failed, in_progress } = recoveries;
    return {
      alerts: {
        total: sum(within),
        byType: {
          brute_force: sum(within, { type: 'brute_force' }),
          rate_limit: sum(within, { type: 'rate_limit' }),
          suspicious: sum(within, { type: 'suspicious' }),
        },
        bySeverity: {
          low: sum(within, { severity: 'low' }),
          medium: sum(within, { severity: 'medium' }),
          high: sum(within, { severity: 'high' }),
        },
      },
      security: { blockedIPs: blocks.total, totalAlerts: sum(all) },
      recovery: {
        totalRecoveries: success + failed + in_progress,
        successfulRecoveries: success,
        failedRecoveries: failed,
        inProgressRecoveries: in_progress,
        averageRecoveryTime: recoveries.averageMs,
      },
      timeline,
    };
  }

  async dashboard(): Promise<SecurityDashboard> {
    const [stats, newest] = await Promise.all([
      this.stats('all'),
      this.alerts.newest(RECENT_EVENTS),
    ]);
    return { ...stats, recentEvents: newest.map(toSecurityAlert) };
  }

  private async timeline(timeframe: TimeRange | 'all'): Promise<SecurityStats['timeline']> {
    const { hours, stepMinutes } = CHART[timeframe === 'all' ? '30d' : timeframe];
    const steps = new Map<string, SecurityStats['timeline'][number]>();
    for (const { at, type, count } of await this.rollup.timeline(hoursAgo(hours), stepMinutes)) {
      const key = at.toISOString();
      const step = steps.get(key) ?? { at: key, brute_force: 0, rate_limit: 0, suspicious: 0 };
      steps.set(key, { ...step, [type]: step[type] + count });
    }
    return [...steps.values()];
  }
}

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const startOf = (timeframe: TimeRange | 'all'): Date | null =>
  timeframe === 'all' ? null : hoursAgo(TIME_RANGES[timeframe]);
