import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import type { MailTexts } from '../mail/texts/en.js';

/** `who` and `by` are usernames; `by` is null if a command on the server made the change. */
export type AdministratorChange =
  | { kind: 'made'; who: string; by: string | null }
  | { kind: 'lost-two-factor'; who: string; by: string | null }
  | { kind: 'rule-off'; rule: string; by: string | null }
  | {
      kind: 'priced';
      product: string;
      oldPriceSen: number | undefined;
      priceSen: number;
      by: string | null;
    };

const rupiah = (sen: number): string => `Rp ${(sen / 100).toLocaleString('id-ID')}`;

function sentenceOf(change: AdministratorChange, m: MailTexts['administrator']): string {
  const by = change.by ?? m.command;
  if (change.kind === 'made') return m.made(change.who, by);
  if (change.kind === 'rule-off') return m.ruleOff(change.rule, by);
  if (change.kind === 'priced') {
    const { product, oldPriceSen, priceSen } = change;
    return oldPriceSen === undefined
      ? m.firstPrice(product, rupiah(priceSen), by)
      : m.price(product, rupiah(oldPriceSen), rupiah(priceSen), by);
  }
  return m.lostTwoFactor(change.who, by);
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function administratorMail(
  publicUrl: string,
  reader: MailReader,
  change: AdministratorChange,
  at: Date,
): MailContent {
  const { administrator: m } = mailTexts[reader.language];
  const link = new URL('/admin', publicUrl).href;
  const what = m.on(sentenceOf(change, m), mailTime(at, reader));
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [`${what}.`, '', `${m.advice} ${link}`],
    html: `<p><strong>${escapeHtml(what)}</strong></p>
<p>${m.advice} <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  });
}
