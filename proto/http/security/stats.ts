import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { securityAlert } from './alerts.js';
import { enumOrAll } from './fields.js';
import { timeRange } from './time-ranges.js';
import { RULES } from '../rules.js';

/** GET /security/alerts/stats. */
export const alertStatsQuery = z.object(
  { timeframe: enumOrAll(timeRange.options, RULES.TIME_RANGE_UNKNOWN) },
  UNREADABLE,
);
export type AlertStatsQuery = z.infer<typeof alertStatsQuery>;

/** GET /security/alerts/stats: `alerts` covers the timeframe, the other fields describe the current state. */
export const securityStats = z.object({
  alerts: z.object({
    total: z.number().int(),
    byType: z.object({
      brute_force: z.number().int(),
      rate_limit: z.number().int(),
      suspicious: z.number().int(),
    }),
    bySeverity: z.object({
      low: z.number().int(),
      medium: z.number().int(),
      high: z.number().int(),
    }),
  }),
  security: z.object({
    /** Blocks in force. */
    blockedIPs: z.number().int(),
    /** All alerts that have not been deleted. */
    totalAlerts: z.number().int(),
  }),
  recovery: z.object({
    totalRecoveries: z.number().int(),
    successfulRecoveries: z.number().int(),
    failedRecoveries: z.number().int(),
    inProgressRecoveries: z.number().int(),
    /** Average of the successful recoveries in milliseconds; 0 before the first one. */
    averageRecoveryTime: z.number().int(),
  }),
  /** Alerts for a chart, oldest first, in buckets of five minutes (1h), an hour (24h) or a day. */
  timeline: z.array(
    z.object({
      at: instant,
      brute_force: z.number().int(),
      rate_limit: z.number().int(),
      suspicious: z.number().int(),
    }),
  ),
});
export type SecurityStats = z.infer<typeof securityStats>;

/** GET /security/dashboard: stats of all time and the newest alerts. */
export const securityDashboard = securityStats.extend({
  recentEvents: z.array(securityAlert),
});
export type SecurityDashboard = z.infer<typeof securityDashboard>;
