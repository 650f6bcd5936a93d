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
/** From 2000 on: PostgreSQL has no year 0. */
const day = z.iso
  .date(RULES.AUDIT_DAY)
  .regex(/^[2-9]/, RULES.AUDIT_DAY)
  .optional();
export const auditQuery = pageQuery
  .extend({
    /** Whole or the beginning: `quota.`, `ip.blocked`. */
    action: auditFilter,
    /** Whole: `user:<id>`, `ip:203.0.113.7`. */
    target: auditFilter,
    /** A user's id. */
    actor: auditFilter,
    /** Whole days of Asia/Jakarta (SPEC §9), both included. */
    from: day,
    to: day,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: RULES.AUDIT_DAYS_ORDER,
  });
export type AuditQuery = z.infer<typeof auditQuery>;

/** What the actor was then. A visitor had no session: someone who signs in, registers or resets a password. */
export const actorRole = z.enum(['customer', 'administrator', 'visitor', 'system']);
export type ActorRole = z.infer<typeof actorRole>;

export const auditEntry = z.object({
  id: z.string(),
  /** Null: the system itself, or a visitor. */
  actorId: z.string().nullable(),
  /** Null for an entry of 0.1.0 whose actor is not known any more. */
  actorRole: actorRole.nullable(),
  /** Null where there is no account, or none any more, and for all while auth does not answer. */
  actorName: z.string().nullable(),
  /** By which of the actor's API keys; null: they did so themselves. */
  apiKeyId: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** Of a target that is a user; null as `actorName`. */
  targetName: z.string().nullable(),
  /** As the service that acted wrote it; null where there was nothing. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
  service: z.string(),
  createdAt: instant,
});
export type AuditEntry = z.infer<typeof auditEntry>;
