import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import { CODE_MINUTES } from './email-code.js';

/**
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param linkToken adds a link that can be opened instead of typing the code
 */
export function verificationMail(
  publicUrl: string,
  { username, language }: MailReader,
  code: string,
  linkToken?: string,
): MailContent {
  const { hello, verification: m } = mailTexts(language);
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
  return {
    subject: m.subject(code),
    text: [
      hello(username),
      '',
      `${m.code} ${code}`,
      '',
      enter(page),
      '',
      ...(linkToken === undefined ? [] : [m.orOpen(link.href), '']),
      m.ignore,
      '',
    ].join('\n'),
    html: mailLayout(
      language,
      m.title,
      `<p>${hello(escapeHtml(username))}</p>
<p>${m.code}</p>
<p class="code">${code}</p>
<p>${enter(`<a href="${escapeHtml(page)}">${escapeHtml(page)}</a>`)}</p>
${orClick}<p class="quiet">${m.ignore}</p>`,
    ),
  };
}
