import { z } from 'zod';
import { NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** Balance that is reported as low once, but not at each further decrease. */
const LOW_QUOTA = 1;

/** Returns whether a change by `amount` has just made the quota low. */
export const crossedLowQuota = (quota: number, amount: number): boolean =>
  quota <= LOW_QUOTA && quota - amount > LOW_QUOTA;

/** Maximum characters of a correction's reason. */
export const MAX_REASON = 500;

/** POST /admin/users/{id}/quota. */
export const updateQuotaRequest = z.object(
  {
    amount: z
      .number(RULES.QUOTA_NUMBER)
      .int(RULES.QUOTA_WHOLE)
      .min(0, RULES.QUOTA_TOO_SMALL)
      .max(1_000_000, RULES.QUOTA_TOO_LARGE),
    operation: z.enum(['add', 'set'], RULES.QUOTA_OPERATION),
    /** Shown to administrators in the ledger and the audit log. A repeated request keeps the first reason. */
    reason: z
      .string(RULES.REASON_TOO_LONG)
      .trim()
      .max(MAX_REASON, RULES.REASON_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.REASON_CHARACTERS)
      .optional(),
  },
  UNREADABLE,
);
export type UpdateQuotaRequest = z.infer<typeof updateQuotaRequest>;

export const updateQuotaResponse = z.object({ newQuota: z.number().int() });
export type UpdateQuotaResponse = z.infer<typeof updateQuotaResponse>;
