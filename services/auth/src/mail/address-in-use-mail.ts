import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { accountMail } from './account-mail.js';
import { mailTexts, type MailReader } from './texts/mail-texts.js';

/**
 * Builds the notice to an address that was entered for another account.
 *
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param reader account that a sign-in by the address reaches
 * @param state whether that account has verified the address; if not, the reader may not be the account's owner
 */
export function addressInUseMail(
  publicUrl: string,
  reader: MailReader,
  state: 'verified' | 'unverified',
): MailContent {
  const { username, language } = reader;
  const { helloStranger, addressInUse: m } = mailTexts[language];
  const login = new URL('/login', publicUrl).href;
  const forgot = new URL('/forgot-password', publicUrl).href;
  const isOwner = state === 'verified';
  const { facts, wasMe, notMe } = isOwner ? m.verified : m.unverified(username);
  const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  const strong = `<strong>${escapeHtml(username)}</strong>`;
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    ...(!isOwner && { greeting: helloStranger }),
    text: [...facts, '', m.signIn(wasMe, username, login), m.reset(forgot), '', notMe],
    html: `<p>${escapeHtml(facts.join(' '))}</p>
<p>${m.signIn(escapeHtml(wasMe), strong, link(login))}<br>
${m.reset(link(forgot))}</p>
<p class="quiet">${escapeHtml(notMe)}</p>`,
  });
}
