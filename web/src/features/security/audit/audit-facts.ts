import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { t } from '@/lib/messages.js';
import { securityToolsMessages } from '@/messages/security-tools.js';

/** Who did it, as far as this page knows: the log keeps ids only. */
export function actorOf({ actorId }: AuditEntry, me: string | undefined): string {
  const { audit: m } = t(securityToolsMessages);
  if (actorId === null) return m.system;
  return actorId === me ? m.you : m.administrator;
}
