import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { say } from '@/lib/messages.js';
import { securityTexts } from '@/messages/security.js';
import { formatTook } from '../format-took.js';

/** What a recovery does, in words. */
export const typeOf = ({ recoveryType }: RecoveryRecord): string =>
  say(securityTexts).recovery.types[recoveryType];

/** The server names administrators by their id. */
export function triggeredByOf({ triggeredBy }: RecoveryRecord, me: string | undefined): string {
  const { recovery: m } = say(securityTexts);
  if (triggeredBy === 'system') return m.auto;
  return triggeredBy === me ? m.you : m.administrator;
}

export const tookOf = ({ duration }: RecoveryRecord): string =>
  duration === null ? '–' : formatTook(duration);
