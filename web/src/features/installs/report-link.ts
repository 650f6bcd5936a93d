import type { InstallRecord } from '@casement/proto/http/install.js';
import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { t } from '@/lib/i18n/messages.js';
import { supportLink } from '@/lib/support-link.js';
import { installMessages } from '@/messages/install/install.js';

/** A message to support that contains the install's id and ip (SPEC §4). */
export const reportLink = (
  { id, ip }: Pick<InstallRecord, 'id' | 'ip'>,
  config: PublicConfig,
): string | null => {
  const { history: m } = t(installMessages);
  return supportLink(m.reportSubject(ip), m.reportMessage(id, ip), config);
};
