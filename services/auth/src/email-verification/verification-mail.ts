import type { MailContent } from '../mail/mail-content.js';
import { escapeHtml, mailLayout } from '../mail/mail-layout.js';
import { CODE_MINUTES } from './email-code.js';

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function verificationMail(publicUrl: string, username: string, code: string): MailContent {
  const link = new URL('/verify-email', publicUrl).href;
  const title = 'Confirm your email address';
  const ignore = 'If you did not create a Casement account, you can ignore this email.';
  return {
    subject: `${code} is your Casement verification code`,
    text: [
      `Hello ${username},`,
      '',
      `your verification code is ${code}`,
      '',
      `Enter it at ${link} while signed in. It works once and expires in ${CODE_MINUTES} minutes.`,
      '',
      ignore,
      '',
    ].join('\n'),
    html: mailLayout(
      title,
      `<p>Hello ${escapeHtml(username)}, your verification code is</p>
<p class="code">${code}</p>
<p>Enter it at <a href="${escapeHtml(link)}">${escapeHtml(link)}</a> while signed in. It works once and expires in ${CODE_MINUTES} minutes.</p>
<p class="quiet">${ignore}</p>`,
    ),
  };
}
