import type { MailContent } from '@casement/common/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/mail/mail-layout.js';
import { mailTime } from '@casement/common/mail/mail-time.js';

/** `who` and `by` are usernames; `by` is null for a command on the server. */
export type AdministratorChange =
  | { kind: 'made'; who: string; by: string | null }
  | { kind: 'lost-two-factor'; who: string; by: string | null }
  | { kind: 'rule-off'; rule: string; by: string | null };

const COMMAND = 'a command on the server';

function sentenceOf(change: AdministratorChange): string {
  const by = change.by ?? COMMAND;
  if (change.kind === 'made') return `${change.who} was made an administrator by ${by}`;
  if (change.kind === 'rule-off')
    return `the security rule "${change.rule}" was switched off by ${by}`;
  return `two-factor of the administrator ${change.who} was switched off by ${by}`;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function administratorMail(
  publicUrl: string,
  username: string,
  change: AdministratorChange,
  at: Date,
): MailContent {
  const link = new URL('/admin', publicUrl).href;
  const what = `${sentenceOf(change)}, on ${mailTime(at)}`;
  const advice =
    'If none of you did this, someone has access to an administrator’s account: sign in, undo it, and set new passwords.';
  return {
    subject: 'Casement: a change by an administrator',
    text: [`Hello ${username},`, '', `${what}.`, '', `${advice} ${link}`, ''].join('\n'),
    html: mailLayout(
      'A change by an administrator',
      `<p>Hello ${escapeHtml(username)},</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>${advice} <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ),
  };
}
