import type { PublicConfig } from '@casement/proto/http/public-config.js';

/** Link to support by chat or, if there is none, by mail. Null if neither is configured. */
export function supportLink(
  subject: string,
  text: string,
  { supportChatUrl, supportEmail }: PublicConfig,
): string | null {
  if (supportChatUrl) {
    const url = new URL(supportChatUrl);
    url.searchParams.set('text', text);
    return url.href;
  }
  if (!supportEmail) return null;
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}
