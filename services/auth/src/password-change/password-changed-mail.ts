import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';
import { mailTime } from '@casement/common/mail/mail-time.js';

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function passwordChangedMail(
  publicUrl: string,
  username: string,
  changedAt: Date,
): MailContent {
  const link = new URL('/forgot-password', publicUrl).href;
  const title = 'Your password was changed';
  const when = mailTime(changedAt);
  const ended = 'All other devices were signed out.';
  return {
    subject: 'Your Casement password was changed',
    text: [
      `Hello ${username},`,
      '',
      `the password of your Casement account was changed on ${when}. ${ended}`,
      '',
      `If this was not you, set a new password at once: ${link}`,
      '',
    ].join('\n'),
    html: mailLayout(
      title,
      `<p>Hello ${escapeHtml(username)}, the password of your Casement account was changed on ${escapeHtml(when)}. ${ended}</p>
<p>If this was not you, set a new password at once: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ),
  };
}
