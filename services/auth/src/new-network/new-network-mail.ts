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
      'there was a sign-in to your Casement account from a new network:',
      what,
      '',
      'If this was you, there is nothing to do.',
      `If not, set a new password, which signs out all sessions: ${link}`,
      '',
    ].join('\n'),
    html: mailLayout(
      'New sign-in to your account',
      `<p>Hello ${escapeHtml(username)}, there was a sign-in to your Casement account from a new network:</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>If this was you, there is nothing to do. If not, set a new password, which signs out all sessions: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ),
  };
}
