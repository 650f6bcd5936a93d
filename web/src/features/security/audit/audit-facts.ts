import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { t } from '@/messages/i18n.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';

/**
 * Returns `ann · Customer`, or `ann · Customer · API key` for a call with an API key; without an account only the
 * role. The role is the one at the time of the action.
 */
export function actorOf(entry: AuditEntry, me: string | undefined): string {
  const { audit: m } = t(securityToolsMessages);
  const role = entry.actorRole ? m.roles[entry.actorRole] : m.unknownRole;
  if (entry.actorId === null) return role;
  const name = entry.actorName ?? (entry.namesKnown === false ? entry.actorId : m.unknownName);
  const who = `${entry.actorId === me ? m.you(name) : name} · ${role}`;
  return entry.apiKeyId === null ? who : `${who} · ${m.apiKey}`;
}

/** Returns `ann · user:0198…`; targets other than users are unchanged. */
export const targetOf = ({ target, targetName }: AuditEntry): string =>
  targetName === null ? target : `${targetName} · ${target}`;
