import { escape, page } from '../page.js';
import type { Mail } from './mailbox.js';

export function mailboxPage(mails: readonly Mail[], open: Mail | undefined): string {
  if (mails.length === 0) {
    return page('Mail', '<p class="frame padded muted">No mail yet.</p>', watch(0));
  }
  const items = mails.toReversed().map((mail) => item(mail, mail === open));
  const shown = open ? mailFrame(open) : '';
  return page(
    'Mail',
    `<div class="mails"><ul class="list frame">${items.join('')}</ul><div>${shown}</div></div>`,
    watch(mails.at(-1)!.id),
  );
}

/**
 * Body of one mail for the frame, with a policy that runs no scripts and loads no resources. Its links open in a new
 * window.
 */
export function mailBody(mail: Mail): string {
  const content = mail.html || `<pre style="white-space:pre-wrap">${escape(mail.text)}</pre>`;
  return `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{font:14px/22px system-ui,sans-serif;margin:16px}</style>${content}`;
}

export const MAIL_BODY_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

function item(mail: Mail, isOpen: boolean): string {
  const current = isOpen ? ' aria-current="true"' : '';
  const to = mail.to.map(({ address }) => address).join(', ');
  return `<li><a href="/?id=${mail.id}"${current}><strong>${escape(mail.subject)}</strong>
<span class="muted">${escape(to)} · ${clock(mail)}</span></a></li>`;
}

function mailFrame(mail: Mail): string {
  const to = mail.to.map(({ address }) => address).join(', ');
  return `<article class="frame"><div class="padded"><h1>${escape(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${escape(to)}</dd><dt>At</dt><dd>${clock(mail)}</dd></dl></div>
<iframe title="Message" src="/email/${mail.id}/body"></iframe></article>`;
}

function clock(mail: Mail): string {
  return new Date(mail.receivedAt).toLocaleTimeString('en-GB');
}

/** Script that reloads the page when a mail arrives. */
function watch(lastId: number): string {
  return `setInterval(async () => {
  const mails = await fetch('/email').then((answer) => answer.json()).catch(() => null);
  if (mails && (mails.at(-1)?.id ?? 0) !== ${lastId}) location.href = '/';
}, 2000);`;
}
