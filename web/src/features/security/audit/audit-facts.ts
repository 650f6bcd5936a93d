import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { t } from '@/messages/i18n.js';
import { securityToolsMessages } from '@/messages/admin/security-tools.js';

/** `ann · Customer`, and `ann · Customer · API key` for a program of theirs; without an account the role alone. The role is what the actor was then. */
export function actorOf(entry: AuditEntry, me: string | undefined): string {
  const { audit: m } = t(securityToolsMessages);
  const role = entry.actorRole ? m.roles[entry.actorRole] : m.unknownRole;
  if (entry.actorId === null) return role;
  const name = entry.actorName ?? m.unknownName;
  const who = `${entry.actorId === me ? m.you(name) : name} · ${role}`;
  return entry.apiKeyId === null ? who : `${who} · ${m.apiKey}`;
}

/** `ann · user:0198…`; anything but a user as it is. */
export const targetOf = ({ target, targetName }: AuditEntry): string =>
  targetName === null ? target : `${targetName} · ${target}`;
