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
export const auditQuery = pageQuery.extend({
  /** Whole or the beginning: `quota.`, `ip.blocked`. */
  action: auditFilter,
  /** Whole: `user:<id>`, `ip:203.0.113.7`. */
  target: auditFilter,
  /** An administrator's id. */
  actor: auditFilter,
});
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditEntry = z.object({
  id: z.string(),
  /** Null: the system itself. */
  actorId: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** As the service that acted wrote it; null where there was nothing. */
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string(),
  service: z.string(),
  createdAt: instant,
});
export type AuditEntry = z.infer<typeof auditEntry>;
