import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/messages/i18n.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';

/** CSV columns of the audit log. `before` and `after` are JSON. */
export function auditColumns(): CsvColumn<AuditEntry>[] {
  const { audit: m } = t(securityToolsMessages);
  return [
    [m.time, ({ createdAt }) => csvTime(createdAt)],
    [m.action, ({ action }) => action],
    [m.target, ({ target }) => target],
    [m.csvTarget, ({ targetName }) => targetName],
    [m.actor, ({ actorName }) => actorName],
    [m.csvRole, ({ actorRole }) => actorRole && m.roles[actorRole]],
    [m.userId, ({ actorId }) => actorId],
    [m.apiKeyId, ({ apiKeyId }) => apiKeyId],
    [m.from, ({ ip }) => ip],
    [m.service, ({ service }) => service],
    [m.before, ({ before }) => jsonOf(before)],
    [m.after, ({ after }) => jsonOf(after)],
  ];
}

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
