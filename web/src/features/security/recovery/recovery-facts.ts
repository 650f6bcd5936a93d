import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { formatElapsed } from './format-elapsed.js';

export const typeOf = ({ recoveryType }: RecoveryRecord): string =>
  t(securityMessages).recovery.types[recoveryType];

/** The server identifies administrators only by id, so other administrators are shown without a name. */
export function triggeredByOf({ triggeredBy }: RecoveryRecord, me: string | undefined): string {
  const { recovery: m } = t(securityMessages);
  if (triggeredBy === 'system') return m.auto;
  return triggeredBy === me ? m.you : m.administrator;
}

export const durationOf = ({ duration }: RecoveryRecord): string =>
  duration === null ? '–' : formatElapsed(duration);
