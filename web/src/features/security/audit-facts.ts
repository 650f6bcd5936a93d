import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { say } from '@/lib/messages.js';
import { securityToolsTexts } from '@/messages/security-tools.js';

/** Who did it, as far as this page knows: the log keeps ids only. */
export function actorOf({ actorId }: AuditEntry, me: string | undefined): string {
  const { audit: m } = say(securityToolsTexts);
  if (actorId === null) return m.system;
  return actorId === me ? m.you : m.administrator;
}
