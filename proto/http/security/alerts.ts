import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from '../envelope.js';
import { addressFilter, NO_ADDRESS, enumOrAll } from './fields.js';
import { timeRange } from './time-ranges.js';
import { RULES } from '../rules.js';

export const alertType = z.enum(['brute_force', 'rate_limit', 'suspicious']);
export type AlertType = z.infer<typeof alertType>;

export const alertSeverity = z.enum(['low', 'medium', 'high']);
export type AlertSeverity = z.infer<typeof alertSeverity>;

/** GET /security/alerts: newest first. `all` or an empty value disables a filter. */
export const alertsQuery = pageQuery.extend({
  type: enumOrAll(alertType.options, RULES.ALERT_TYPE_UNKNOWN),
  severity: enumOrAll(alertSeverity.options, RULES.SEVERITY_UNKNOWN),
  ip: addressFilter,
  timeRange: enumOrAll(timeRange.options, RULES.TIME_RANGE_UNKNOWN),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

/** Consequence of an alert. `simulated`: a rule in test mode would have blocked. */
export const alertOutcome = z.enum(['none', 'blocked', 'simulated']);
export type AlertOutcome = z.infer<typeof alertOutcome>;

export const securityAlert = z.object({
  id: z.string(),
  type: alertType,
  severity: alertSeverity,
  /** The same address under three field names. '' if the attack on one account came from many addresses. */
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  message: z.string(),
  /** Rule that raised the alert, e.g. `password-spraying`. */
  rule: z.string(),
  /** Number of signals that the alert summarizes. */
  count: z.number().int(),
  outcome: alertOutcome,
  /** The same time under three field names. */
  timestamp: instant,
  createdAt: instant,
  created_at: instant,
});
export type SecurityAlert = z.infer<typeof securityAlert>;

/** DELETE /security/alerts/clear: clears all alerts, or with `olderThan` only older ones. */
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
