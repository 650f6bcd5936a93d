import type { PublicConfig } from '@casement/proto/http/public-config.js';

/** A message to support, in the chat or, where there is none, by mail. Null where neither is known. */
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
