import { z } from 'zod';
import { instant, pageQuery, UNREADABLE } from '../envelope.js';
import { addressOrNetwork, orAll, reason } from './fields.js';
import { RULES } from '../rules.js';

/** How often a recovery that failed is tried again (SPEC §2, §9). */
export const RECOVERY_MAX_RETRIES = 3;

/** What an administrator may trigger. */
export const recoveryType = z.enum(
  ['unblock', 'reset-attempts', 'clear-alerts', 'full-recovery'],
  RULES.RECOVERY_TYPE_REQUIRED,
);
export type RecoveryType = z.infer<typeof recoveryType>;

/** What the automatic recovery does. */
export const automaticRecoveryType = z.enum(['expired-block', 'block-repair']);

export const recoveryStatus = z.enum(['success', 'failed', 'in_progress']);
export type RecoveryStatus = z.infer<typeof recoveryStatus>;

/** GET /security/recovery: the history is paged, `meta` stands beside `data`. */
export const recoveriesQuery = pageQuery.extend({
  status: orAll(recoveryStatus.options, RULES.STATUS_FILTER_UNKNOWN),
});
export type RecoveriesQuery = z.infer<typeof recoveriesQuery>;

export const recoveryRecord = z.object({
  id: z.string(),
  ip: z.string(),
  ip_address: z.string(),
  ipAddress: z.string(),
  recoveryType: z.enum([...recoveryType.options, ...automaticRecoveryType.options]),
  /** An administrator's id, or `system`. */
  triggeredBy: z.string(),
  reason: z.string(),
  /** Two spellings of one instant. */
  startedAt: instant,
  timestamp: instant,
  finishedAt: instant.nullable(),
  /** Milliseconds; null while it is under way. */
  duration: z.number().int().nullable(),
  status: recoveryStatus,
  /** Tries so far. */
  attempts: z.number().int(),
  /** Why it failed, or why the next try is waited for; '' otherwise. */
  error: z.string(),
  /** What it did, in one sentence; '' while it is under way. */
  result: z.string(),
});
export type RecoveryRecord = z.infer<typeof recoveryRecord>;

/** The real System Recovery Status. */
export const recoverySystemStatus = z.object({
  autoRecovery: z.boolean(),
  intervalMinutes: z.number().int(),
  maxRetries: z.number().int(),
  /** Has the job looked within the last two intervals? */
  running: z.boolean(),
  /** May an administrator trigger one by hand? */
  manualOverride: z.boolean(),
  /** Null: it has not looked yet. */
  lastCheck: instant.nullable(),
});
export type RecoverySystemStatus = z.infer<typeof recoverySystemStatus>;

export const recoveryOverview = z.object({
  /** The same as `status.running` and `status.autoRecovery`. */
  systemRecoveryActive: z.boolean(),
  history: z.array(recoveryRecord),
  status: recoverySystemStatus,
});
export type RecoveryOverview = z.infer<typeof recoveryOverview>;

/** POST /security/recovery/trigger; answers with the record, which is then under way. */
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
