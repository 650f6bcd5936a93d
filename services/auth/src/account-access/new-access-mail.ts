import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/platform/mail/mail-layout.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import type { MailTexts } from '../mail/texts/en.js';

export type NewAccess =
  | { kind: 'api-key'; name: string }
  | { kind: 'webhook'; host: string }
  | { kind: 'telegram' }
  | { kind: 'desktop'; ip: string };

function sentenceOf(access: NewAccess, m: MailTexts['newAccess']): string {
  switch (access.kind) {
    case 'api-key':
      return m.apiKey(access.name);
    case 'webhook':
      return m.webhook(access.host);
    case 'telegram':
      return m.telegram;
    case 'desktop':
      return m.desktop(access.ip);
  }
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function newAccessMail(
  publicUrl: string,
  reader: MailReader,
  access: NewAccess,
  at: Date,
): MailContent {
  const { newAccess: m } = mailTexts(reader.language);
  const link = new URL('/dashboard?access=1', publicUrl).href;
  const what = m.on(sentenceOf(access, m), mailTime(at, reader.language));
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [what, '', m.wasMe, m.notMe(link)],
    html: `<p>${escapeHtml(what)}</p>
<p>${m.wasMe}</p>
<p>${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
  });
}
