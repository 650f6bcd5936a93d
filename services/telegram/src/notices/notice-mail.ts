import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import {
  footerText,
  mailLayout,
  notificationSettingsUrl,
} from '@casement/common/platform/mail/mail-layout.js';
import { PRODUCT } from '@casement/proto/texts/product-name.js';
import type { Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import type { NoticeText } from './notice.js';
import { receiptLines } from './notice-texts.js';

const MARKUP = /<\/?b>/g;

/** Converts Telegram's HTML to plain text. */
const plain = (html: string): string =>
  html.replace(MARKUP, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

type Link = NonNullable<NoticeText['link']>;

const anchor = ({ label, url }: Link, attributes = ''): string =>
  `<p><a${attributes} href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

const receiptTable = (receipt: NonNullable<NoticeText['receipt']>): string => {
  const rows = receipt.map(({ label, value }, index) => {
    const total = index === receipt.length - 1 ? ' class="total"' : '';
    return `<tr${total}><th scope="row">${label}</th><td>${value}</td></tr>`;
  });
  return `<table class="receipt">\n${rows.join('\n')}\n</table>`;
};

export interface NoticeReader {
  username: string;
  /** Users without a linked Telegram account are invited to connect one. */
  isLinked: boolean;
  language: Language;
  publicUrl: string;
}

export function noticeMail(
  { title, paragraphs, receipt, link, secondaryLink }: NoticeText,
  { username, isLinked, language, publicUrl }: NoticeReader,
): MailContent {
  const { mail: m } = telegramTexts[language];
  const links = [link, secondaryLink].filter((one) => one !== undefined);
  const subject = plain(title ?? PRODUCT);
  const hello = m.hello(username);
  const footer = {
    reason: isLinked ? m.reason : `${m.reason} ${m.connect}`,
    settings: { label: m.settings, url: notificationSettingsUrl(publicUrl) },
  };
  return {
    subject,
    language,
    text: [
      hello,
      `${subject}.`,
      ...paragraphs.map(plain),
      ...(receipt ? [plain(receiptLines(receipt))] : []),
      ...links.map(({ label, url }) => `${label}: ${url}`),
      footerText(footer),
    ].join('\n\n'),
    // Telegram's escaping and <b> are also valid in emails.
    html: mailLayout(
      language,
      subject,
      [
        `<p>${escapeHtml(hello)}</p>`,
        ...paragraphs.map((html) => `<p>${html.replace(/\n/g, '<br>')}</p>`),
        ...(receipt ? [receiptTable(receipt)] : []),
        ...(link ? [anchor(link, ' class="button"')] : []),
        ...(secondaryLink ? [anchor(secondaryLink)] : []),
      ].join('\n'),
      footer,
    ),
  };
}
