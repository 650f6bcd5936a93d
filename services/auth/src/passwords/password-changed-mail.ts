import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function passwordChangedMail(
  publicUrl: string,
  reader: MailReader,
  changedAt: Date,
): MailContent {
  const { passwordChanged: m } = mailTexts[reader.language];
  const link = new URL('/forgot-password', publicUrl).href;
  const when = mailTime(changedAt, reader);
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [m.changed(when), '', m.notMe(link)],
    html: `<p>${m.changed(escapeHtml(when))}</p>
<p>${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
  });
}
