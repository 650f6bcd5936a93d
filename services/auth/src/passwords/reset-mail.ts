import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

/** Lifetime of a reset link (SPEC §9). */
export const LINK_MINUTES = 15;

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function resetMail(publicUrl: string, reader: MailReader, token: string): MailContent {
  const { reset: m } = mailTexts[reader.language];
  const url = new URL('/reset-password', publicUrl);
  url.searchParams.set('token', token);
  const link = url.href;
  const limits = m.limits(LINK_MINUTES);
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [m.open, link, '', limits, '', m.ignore],
    html: `<p>${m.open}</p>
<p><a class="button" href="${escapeHtml(link)}">${m.button}</a></p>
<p class="quiet">${m.orCopy}<br>
<a class="long" href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${limits}</p>
<p class="quiet">${m.ignore}</p>`,
  });
}
