import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery } from '../envelope.js';
import { RULES } from '../rules.js';

/** GET /security/audit: newest first. */
const auditFilter = z
  .string(RULES.AUDIT_FILTER)
  .trim()
  .max(100, RULES.AUDIT_FILTER)
  .regex(NO_CONTROL_CHARACTERS, RULES.AUDIT_FILTER)
  .default('');
/** From 2000 on, because PostgreSQL has no year 0. */
const day = z.iso
  .date(RULES.AUDIT_DAY)
  .regex(/^[2-9]/, RULES.AUDIT_DAY)
  .optional();
export const auditQuery = pageQuery
  .extend({
    /** Complete name or prefix: `quota.`, `ip.blocked`. */
    action: auditFilter,
    /** Exact match: `user:<id>`, `ip:203.0.113.7`. */
    target: auditFilter,
    /** User id. */
    actor: auditFilter,
    /** Days in Asia/Jakarta (SPEC §9), both inclusive. */
    from: day,
    to: day,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: RULES.AUDIT_DAYS_ORDER,
  });
export type AuditQuery = z.infer<typeof auditQuery>;

/** Role of the actor at that time. A visitor had no session: someone who signs in, registers or resets a password. */
export const actorRole = z.enum(['customer', 'administrator', 'visitor', 'system']);
export type ActorRole = z.infer<typeof actorRole>;

export const auditEntry = z.object({
  id: z.string(),
  /** `null` for the system or a visitor. */
  actorId: z.string().nullable(),
  /** `null` for an entry of 0.1.0 whose actor is no longer known. */
  actorRole: actorRole.nullable(),
  /** `null` if the account does not exist, and for all entries while auth does not answer. */
  actorName: z.string().nullable(),
  /** API key that was used; `null` if the actor acted without one. */
  apiKeyId: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** Name of a target that is a user; `null` like `actorName`. */
  targetName: z.string().nullable(),
  /** False while auth does not answer. Absent from older versions. */
  namesKnown: z.boolean().optional(),
  /** State of the target as reported by the service; `null` if it did not exist. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
  service: z.string(),
  createdAt: instant,
});
export type AuditEntry = z.infer<typeof auditEntry>;
