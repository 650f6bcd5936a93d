import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function passwordChangedMail(
  publicUrl: string,
  { username, language }: MailReader,
  changedAt: Date,
): MailContent {
  const { hello, passwordChanged: m } = mailTexts(language);
  const link = new URL('/forgot-password', publicUrl).href;
  const when = mailTime(changedAt, language);
  return {
    subject: m.subject,
    text: [hello(username), '', m.changed(when), '', m.notMe(link), ''].join('\n'),
    html: mailLayout(
      language,
      m.title,
      `<p>${hello(escapeHtml(username))}</p>
<p>${m.changed(escapeHtml(when))}</p>
<p>${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
    ),
  };
}
