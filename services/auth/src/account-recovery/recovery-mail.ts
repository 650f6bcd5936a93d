import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

export type RecoveryNews =
  { kind: 'started'; effectiveAt: Date; token: string } | { kind: 'cancelled' } | { kind: 'done' };

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function recoveryMail(
  publicUrl: string,
  reader: MailReader,
  news: RecoveryNews,
): MailContent {
  const { language } = reader;
  const { recovery: m } = mailTexts[language];
  const url = new URL(news.kind === 'started' ? '/verify-email' : '/forgot-password', publicUrl);
  if (news.kind === 'started') url.searchParams.set('cancel-recovery', news.token);
  const link = url.href;
  const what =
    news.kind === 'started' ? m.started(mailTime(news.effectiveAt, reader)) : m[news.kind];
  const advice = news.kind === 'started' ? m.cancel : m.reset;
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [what, '', advice, link],
    html: `<p><strong>${escapeHtml(what)}</strong></p>
<p>${advice}</p>
<p><a class="long" href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  });
}
