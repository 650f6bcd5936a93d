import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';
import { CODE_MINUTES } from './email-code.js';

/**
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 * @param linkToken for those who may follow a link instead of typing the code
 */
export function verificationMail(
  publicUrl: string,
  username: string,
  code: string,
  linkToken?: string,
): MailContent {
  const link = new URL('/verify-email', publicUrl);
  const page = link.href;
  if (linkToken !== undefined) link.searchParams.set('token', linkToken);
  const orFollow = linkToken === undefined ? '' : `Or open this link while signed in: ${link.href}`;
  const orClick =
    linkToken === undefined
      ? ''
      : `<p><a class="button" href="${escapeHtml(link.href)}">Verify this address</a></p>
<p class="quiet">The button works while you are signed in. Or copy this address into your browser:<br>
<a class="long" href="${escapeHtml(link.href)}">${escapeHtml(link.href)}</a></p>\n`;
  const title = 'Confirm your email address';
  const ignore = 'If you did not create a Casement account, you can ignore this email.';
  return {
    subject: `${code} is your Casement verification code`,
    text: [
      `Hello ${username},`,
      '',
      `your verification code is ${code}`,
      '',
      `Enter it at ${page} while signed in. It works once and expires in ${CODE_MINUTES} minutes.`,
      '',
      ...(orFollow ? [orFollow, ''] : []),
      ignore,
      '',
    ].join('\n'),
    html: mailLayout(
      title,
      `<p>Hello ${escapeHtml(username)}, your verification code is</p>
<p class="code">${code}</p>
<p>Enter it at <a href="${escapeHtml(page)}">${escapeHtml(page)}</a> while signed in. It works once and expires in ${CODE_MINUTES} minutes.</p>
${orClick}<p class="quiet">${ignore}</p>`,
    ),
  };
}
