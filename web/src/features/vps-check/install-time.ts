import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** `11 minutes`: how long the install will take by a check; null where no version was asked for. */
export function installTime({ install_seconds, eta_seconds }: VpsCheck): string | null {
  const seconds = install_seconds ?? eta_seconds;
  if (seconds === null) return null;
  return t(vpsCheckMessages).minutes(Math.max(1, Math.round(seconds / 60)));
}
