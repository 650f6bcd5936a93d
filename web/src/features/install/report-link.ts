import type { PublicConfig } from '@casement/proto/http/auth.js';
import type { InstallRecord } from '@casement/proto/http/install.js';
import { say } from '../../lib/messages.js';
import { installTexts } from '../../messages/install.js';

/** A message to support that contains the install's id and ip (SPEC §4); by mail where there is no chat. */
export function reportLink(
  { id, ip }: Pick<InstallRecord, 'id' | 'ip'>,
  { supportChatUrl, supportEmail }: PublicConfig,
): string | null {
  const text = say(installTexts).history.reportMessage(id, ip);
  if (supportChatUrl) {
    const url = new URL(supportChatUrl);
    url.searchParams.set('text', text);
    return url.href;
  }
  if (!supportEmail) return null;
  return `mailto:${supportEmail}?subject=${encodeURIComponent(`Install ${ip}`)}&body=${encodeURIComponent(text)}`;
}
