import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import { CODE_MINUTES } from './email-code.js';

/**
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param linkToken adds a link that can be opened instead of typing the code
 */
export function verificationMail(
  publicUrl: string,
  reader: MailReader,
  code: string,
  linkToken?: string,
): MailContent {
  const { verification: m } = mailTexts[reader.language];
  const link = new URL('/verify-email', publicUrl);
  const page = link.href;
  if (linkToken !== undefined) link.searchParams.set('token', linkToken);
  const orClick =
    linkToken === undefined
      ? ''
      : `<p><a class="button" href="${escapeHtml(link.href)}">${m.button}</a></p>
<p class="quiet">${m.orCopy}<br>
<a class="long" href="${escapeHtml(link.href)}">${escapeHtml(link.href)}</a></p>\n`;
  const enter = (where: string) => m.enter(where, CODE_MINUTES);
  return accountMail(publicUrl, reader, {
    subject: m.subject(code),
    title: m.title,
    text: [
      `${m.code} ${code}`,
      '',
      enter(page),
      '',
      ...(linkToken === undefined ? [] : [m.orOpen(link.href), '']),
      m.ignore,
    ],
    html: `<p>${m.code}</p>
<p class="code">${code}</p>
<p>${enter(`<a href="${escapeHtml(page)}">${escapeHtml(page)}</a>`)}</p>
${orClick}<p class="quiet">${m.ignore}</p>`,
  });
}
