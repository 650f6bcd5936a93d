import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { addressOrNetwork, enumOrAll, reason } from './fields.js';
import { RULES } from '../rules.js';

/** Maximum number of retries of a failed recovery (SPEC §2, §9). */
export const RECOVERY_MAX_RETRIES = 3;

/** Recoveries that an administrator may trigger. */
export const recoveryType = z.enum(
  ['unblock', 'reset-attempts', 'clear-alerts', 'full-recovery'],
  RULES.RECOVERY_TYPE_REQUIRED,
);
export type RecoveryType = z.infer<typeof recoveryType>;

export const automaticRecoveryType = z.enum(['expired-block', 'block-repair']);

export const recoveryStatus = z.enum(['success', 'failed', 'in_progress']);
export type RecoveryStatus = z.infer<typeof recoveryStatus>;

/** GET /security/recovery: paged history with `meta` next to `data`. */
export const recoveriesQuery = pageQuery.extend({
  status: enumOrAll(recoveryStatus.options, RULES.STATUS_FILTER_UNKNOWN),
});
export type RecoveriesQuery = z.infer<typeof recoveriesQuery>;

export const recoveryRecord = z.object({
  id: z.string(),
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  recoveryType: z.enum([...recoveryType.options, ...automaticRecoveryType.options]),
  /** Administrator's id, or `system`. */
  triggeredBy: z.string(),
  reason: z.string(),
  /** The same time under two field names. */
  startedAt: instant,
  timestamp: instant,
  finishedAt: instant.nullable(),
  /** Milliseconds; `null` while in progress. */
  duration: z.number().int().nullable(),
  status: recoveryStatus,
  attempts: z.number().int(),
  /** Reason of the failure or of the wait for the next try; '' otherwise. */
  error: z.string(),
  /** Result in one sentence; '' while in progress. */
  result: z.string(),
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

/** Settings and state of the automatic recoveries. Shown as "System Recovery Status". */
export const recoverySystemStatus = z.object({
  autoRecovery: z.boolean(),
  intervalMinutes: z.number().int(),
  maxRetries: z.number().int(),
  /** Whether the automatic recovery job has run within the last two intervals. */
  running: z.boolean(),
  /** Whether an administrator may trigger a recovery manually. */
  manualOverride: z.boolean(),
  /** Time of the job's last run; `null` if it has not run yet. */
  lastCheck: instant.nullable(),
});
export type RecoverySystemStatus = z.infer<typeof recoverySystemStatus>;

export const recoveryOverview = z.object({
  /** Same as `status.running` and `status.autoRecovery`. */
  systemRecoveryActive: z.boolean(),
  history: z.array(recoveryRecord),
  status: recoverySystemStatus,
});
export type RecoveryOverview = z.infer<typeof recoveryOverview>;

/** POST /security/recovery/trigger: returns the record, which is then in progress. */
export const triggerRecoveryRequest = z.object(
  {
    ip: z
      .string(RULES.RECOVERY_ADDRESS_REQUIRED)
      .trim()
      .min(1, { error: RULES.RECOVERY_ADDRESS_REQUIRED, abort: true })
      .pipe(addressOrNetwork),
    recoveryType,
    reason,
  },
  UNREADABLE,
);
export type TriggerRecoveryRequest = z.infer<typeof triggerRecoveryRequest>;

/** POST /security/recovery/cancel. */
export const cancelRecoveryRequest = z.object(
  { id: z.uuid(RULES.RECOVERY_UNKNOWN).toLowerCase() },
  UNREADABLE,
);
export type CancelRecoveryRequest = z.infer<typeof cancelRecoveryRequest>;
