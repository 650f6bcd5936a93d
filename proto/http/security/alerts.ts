import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from '../envelope.js';
import { addressFilter, NO_ADDRESS, orAll } from './fields.js';
import { timeRange } from './time-ranges.js';
import { RULES } from '../rules.js';

export const alertType = z.enum(['brute_force', 'rate_limit', 'suspicious']);
export type AlertType = z.infer<typeof alertType>;

export const alertSeverity = z.enum(['low', 'medium', 'high']);
export type AlertSeverity = z.infer<typeof alertSeverity>;

/** GET /security/alerts: newest first; `all` or nothing leaves a filter out. */
export const alertsQuery = pageQuery.extend({
  type: orAll(alertType.options, RULES.ALERT_TYPE_UNKNOWN),
  severity: orAll(alertSeverity.options, RULES.SEVERITY_UNKNOWN),
  ip: addressFilter,
  timeRange: orAll(timeRange.options, RULES.TIME_RANGE_UNKNOWN),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

/** What an alert led to; `simulated`: a rule that is only tried out would have blocked. */
export const alertOutcome = z.enum(['none', 'blocked', 'simulated']);
export type AlertOutcome = z.infer<typeof alertOutcome>;

export const securityAlert = z.object({
  id: z.string(),
  type: alertType,
  severity: alertSeverity,
  /** Three spellings of one address; '' where the attack came from many, on one account. */
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  message: z.string(),
  /** The rule that raised it, e.g. `password-spraying`. */
  rule: z.string(),
  /** Signals that it stands on. */
  count: z.number().int(),
  outcome: alertOutcome,
  /** Three spellings of one instant. */
  timestamp: instant,
  createdAt: instant,
  created_at: instant,
});
export type SecurityAlert = z.infer<typeof securityAlert>;

/** DELETE /security/alerts/clear: nothing given clears all; `olderThan` keeps what is newer. */
export const clearAlertsRequest = z.object(
  {
    ip: z
      .string(NO_ADDRESS)
      .trim()
      .max(64, NO_ADDRESS)
      .regex(NO_CONTROL_CHARACTERS, NO_ADDRESS)
      .optional(),
    type: z.enum(['all', ...alertType.options], RULES.ALERT_TYPE_UNKNOWN).optional(),
    olderThan: z.iso.datetime({ offset: true, error: RULES.OLDER_THAN }).optional(),
  },
  UNREADABLE,
);
export type ClearAlertsRequest = z.input<typeof clearAlertsRequest>;

export const clearedAlerts = z.object({ cleared: z.number().int() });
