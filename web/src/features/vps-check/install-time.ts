import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** Returns the install time estimated by a check, such as `11 minutes`; null if no version was requested. */
export function installTime({ install_seconds, eta_seconds }: VpsCheck): string | null {
  const seconds = install_seconds ?? eta_seconds;
  if (seconds === null) return null;
  return t(vpsCheckMessages).minutes(Math.max(1, Math.round(seconds / 60)));
}
