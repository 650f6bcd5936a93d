import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';
import { mailTime } from '@casement/common/mail/mail-time.js';

export interface SignInFacts {
  device: string;
  address: string;
  at: Date;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function newNetworkMail(
  publicUrl: string,
  username: string,
  { device, address, at }: SignInFacts,
): MailContent {
  const link = new URL('/forgot-password', publicUrl).href;
  const what = `${device}, from ${address}, on ${mailTime(at)}`;
  return {
    subject: 'New sign-in to your Casement account',
    text: [
      `Hello ${username},`,
      '',
      'your Casement account was signed in to from a new place:',
      what,
      '',
      'If this was you, there is nothing to do.',
      `If not, set a new password, which signs everybody out: ${link}`,
      '',
    ].join('\n'),
    html: mailLayout(
      'New sign-in to your account',
      `<p>Hello ${escapeHtml(username)}, your Casement account was signed in to from a new place:</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>If this was you, there is nothing to do. If not, set a new password, which signs everybody out: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ),
  };
}
