import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { alertSeverity, alertType } from './alerts.js';
import { RULES } from '../rules.js';

export const ruleMode = z.enum(['on', 'simulate', 'off'], RULES.RULE_MODE);

const ruleHits = z.object({ day: z.number().int(), week: z.number().int() });

/** GET /security/rules. */
export const detectionRule = z.object({
  name: z.string(),
  description: z.string(),
  /** Kinds of signals that are counted. */
  kinds: z.array(z.string()),
  /** Number of signals (or of their distinct targets or addresses) within `windowSeconds` that triggers the rule. */
  threshold: z.number().int(),
  counts: z.enum(['signals', 'targets', 'addresses']),
  per: z.enum(['address', 'account', 'everywhere']),
  /**
   * Name of a rule that must have been hit within its own window for this rule to apply; `null` if this rule always
   * applies.
   */
  during: z.string().nullable(),
  windowSeconds: z.number().int(),
  alertType,
  severity: alertSeverity,
  decision: z.enum(['none', 'temporary', 'block']),
  /** Duration of the first block. Each further block is `growth` times as long, up to `maxBlockMinutes`. */
  blockMinutes: z.number().int(),
  growth: z.number(),
  maxBlockMinutes: z.number().int(),
  mode: ruleMode,
  /** Number of uncleared alerts of the last 24 hours and 7 days. Only in the list. */
  hits: ruleHits.optional(),
});
export type DetectionRule = z.infer<typeof detectionRule>;

/** PATCH /security/rules/{name}. */
export const updateRuleRequest = z.object({ mode: ruleMode }, UNREADABLE);
export type UpdateRuleRequest = z.infer<typeof updateRuleRequest>;
