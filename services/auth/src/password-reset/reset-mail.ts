import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';

/** SPEC §9. */
export const LINK_MINUTES = 15;

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function resetMail(publicUrl: string, username: string, token: string): MailContent {
  const url = new URL('/reset-password', publicUrl);
  url.searchParams.set('token', token);
  const link = url.href;
  const title = 'Reset your password';
  const limits = `The link works once and expires in ${LINK_MINUTES} minutes. A newer link replaces it.`;
  const ignore =
    'If you did not ask for this, you can ignore this email: your password stays as it is.';
  return {
    subject: 'Reset your Casement password',
    text: [
      `Hello ${username},`,
      '',
      'open this link to choose a new password:',
      link,
      '',
      limits,
      '',
      ignore,
      '',
    ].join('\n'),
    html: mailLayout(
      title,
      `<p>Hello ${escapeHtml(username)}, open this link to choose a new password:</p>
<p><a class="button" href="${escapeHtml(link)}">Choose a new password</a></p>
<p class="quiet">If the button does not work, copy this address into your browser:<br>
<a class="long" href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${limits}</p>
<p class="quiet">${ignore}</p>`,
    ),
  };
}
