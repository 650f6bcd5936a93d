import { LEGAL_NOTICE_DAYS } from '@casement/proto/http/auth/legal.js';
import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

const DAY_MS = 86_400_000;

/**
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param change summary by the administrator, plain text; may be empty
 */
export function newTermsMail(
  publicUrl: string,
  reader: MailReader,
  { publishedAt, change }: { publishedAt: Date; change: string },
): MailContent {
  const { language, username } = reader;
  const { newTerms: m } = mailTexts[language];
  const from = new Date(publishedAt.getTime() + LEGAL_NOTICE_DAYS * DAY_MS);
  const published = m.published(mailTime(publishedAt, reader), mailTime(from, reader));
  const link = new URL(`/legal/terms?lang=${language}`, publicUrl).href;
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    reason: m.reason(username),
    text: [published, ...(change ? ['', change] : []), '', m.accept, m.disagree, '', link],
    html: `<p>${escapeHtml(published)}</p>
${change && `<p>${escapeHtml(change).replaceAll('\n', '<br>')}</p>\n`}<p>${m.accept} ${m.disagree}</p>
<p><a class="button" href="${escapeHtml(link)}">${m.button}</a></p>`,
  });
}
