import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';

/**
 * To an address that was given for one more account.
 *
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param username of the account that a sign-in by the address reaches
 * @param standing whether that account has verified the address. If not, the reader need not be its owner
 */
export function addressInUseMail(
  publicUrl: string,
  username: string,
  standing: 'verified' | 'unverified',
): MailContent {
  const login = new URL('/login', publicUrl).href;
  const forgot = new URL('/forgot-password', publicUrl).href;
  const [greeting, ...facts] =
    standing === 'verified'
      ? [
          `Hello ${username},`,
          'someone has given your email address for another Casement account.',
          'Nothing has changed: the address stays yours, your account is as it was, and the other account gets no code for the address.',
        ]
      : [
          'Hello,',
          `your email address was given for a new Casement account, and the account ${username} has it too. Neither has verified it yet, so nothing has changed.`,
          'The account that verifies the address first keeps it, and the other has to add another one. Only the codes that are sent to this mailbox can do that.',
        ];
  const account = standing === 'verified' ? 'If it was you' : `If ${username} is your account`;
  const wasMe = `${account}, you do not need another account. Sign in as ${username}: ${login}`;
  const reset = `or set a new password: ${forgot}`;
  const notMe =
    standing === 'verified'
      ? 'If it was not you, there is nothing to do.'
      : `If you do not know ${username}, leave it alone and verify your own account. If you have none, there is nothing to do.`;
  const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
  return {
    subject: 'Your email address was given for another Casement account',
    text: [greeting, '', ...facts, '', wasMe, reset, '', notMe, ''].join('\n'),
    html: mailLayout(
      'Your address was given for another account',
      `<p>${escapeHtml([greeting, ...facts].join(' '))}</p>
<p>${escapeHtml(account)}, you do not need another account. Sign in as <strong>${escapeHtml(username)}</strong>: ${link(login)}, or set a new password: ${link(forgot)}</p>
<p class="quiet">${escapeHtml(notMe)}</p>`,
    ),
  };
}
