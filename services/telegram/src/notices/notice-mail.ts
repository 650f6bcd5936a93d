import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { messagesIn, type Language } from '../messages.js';
import type { NoticeText } from './notice.js';

const MARKUP = /<\/?b>/g;

/** Converts Telegram's HTML to plain text. */
const plain = (html: string): string =>
  html.replace(MARKUP, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

const button = ({ label, url }: NonNullable<NoticeText['link']>): string =>
  `<p><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

/** @param isLinked users without a linked Telegram account are invited to connect one */
export function noticeMail(
  { title, paragraphs, link }: NoticeText,
  isLinked: boolean,
  language: Language,
): MailContent {
  const { mail: m } = messagesIn(language);
  const reason = isLinked ? m.choose : m.connect;
  return {
    subject: plain(title),
    text: [...paragraphs.map(plain), ...(link ? [`${link.label}: ${link.url}`] : []), reason].join(
      '\n\n',
    ),
    // Telegram's escaping and <b> are also valid in emails.
    html: mailLayout(
      language,
      plain(title),
      [
        ...paragraphs.map((html) => `<p>${html.replace(/\n/g, '<br>')}</p>`),
        ...(link ? [button(link)] : []),
        `<p class="quiet">${reason}</p>`,
      ].join('\n'),
    ),
  };
}
