import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

/**
 * Builds the mail to the former address.
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 */
export function emailChangedMail(
  publicUrl: string,
  { username, language }: MailReader,
  { at, undoUntil, token }: { at: Date; undoUntil: Date; token: string },
): MailContent {
  const { hello, emailChanged: m } = mailTexts(language);
  const url = new URL('/verify-email', publicUrl);
  url.searchParams.set('undo', token);
  const link = url.href;
  const changed = m.changed(mailTime(at, language));
  const limits = m.limits(mailTime(undoUntil, language));
  return {
    subject: m.subject,
    text: [hello(username), '', changed, m.wasMe, '', m.notMe, link, '', limits, ''].join('\n'),
    html: mailLayout(
      language,
      m.title,
      `<p>${hello(escapeHtml(username))}</p>
<p>${escapeHtml(changed)} ${m.wasMe}</p>
<p>${m.notMe}</p>
<p><a class="button" href="${escapeHtml(link)}">${m.button}</a></p>
<p class="quiet"><a class="long" href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${escapeHtml(limits)}</p>`,
    ),
  };
}
