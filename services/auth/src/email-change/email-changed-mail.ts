import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

/**
 * Builds the mail to the former address.
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 */
export function emailChangedMail(
  publicUrl: string,
  reader: MailReader,
  { at, undoUntil, token }: { at: Date; undoUntil: Date; token: string },
): MailContent {
  const { language } = reader;
  const { emailChanged: m } = mailTexts[language];
  const url = new URL('/verify-email', publicUrl);
  url.searchParams.set('undo', token);
  const link = url.href;
  const changed = m.changed(mailTime(at, reader));
  const limits = m.limits(mailTime(undoUntil, reader));
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [changed, m.wasMe, '', m.notMe, link, '', limits],
    html: `<p>${escapeHtml(changed)} ${m.wasMe}</p>
<p>${m.notMe}</p>
<p><a class="button" href="${escapeHtml(link)}">${m.button}</a></p>
<p class="quiet"><a class="long" href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${escapeHtml(limits)}</p>`,
  });
}
