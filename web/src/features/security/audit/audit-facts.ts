import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { t } from '@/lib/messages.js';
import { securityToolsMessages } from '@/messages/security-tools.js';

/** The actor as the caller, another administrator or the system: the log has ids, not names. */
export function actorOf({ actorId }: AuditEntry, me: string | undefined): string {
  const { audit: m } = t(securityToolsMessages);
  if (actorId === null) return m.system;
  return actorId === me ? m.you : m.administrator;
}
