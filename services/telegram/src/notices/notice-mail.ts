import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { messagesIn, type Language } from '../messages.js';
import type { NoticeText } from './notice.js';

const MARKUP = /<\/?b>/g;

/** Converts Telegram's HTML to plain text. */
const plain = (html: string): string =>
  html.replace(MARKUP, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

type Link = NonNullable<NoticeText['link']>;

const anchor = ({ label, url }: Link, attributes = ''): string =>
  `<p><a${attributes} href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

/** @param isLinked users without a linked Telegram account are invited to connect one */
export function noticeMail(
  { title, paragraphs, link, secondaryLink }: NoticeText,
  isLinked: boolean,
  language: Language,
): MailContent {
  const { mail: m } = messagesIn(language);
  const links = [link, secondaryLink].filter((one) => one !== undefined);
  const reason = isLinked ? m.choose : m.connect;
  return {
    subject: plain(title),
    text: [
      ...paragraphs.map(plain),
      ...links.map(({ label, url }) => `${label}: ${url}`),
      reason,
    ].join('\n\n'),
    // Telegram's escaping and <b> are also valid in emails.
    html: mailLayout(
      language,
      plain(title),
      [
        ...paragraphs.map((html) => `<p>${html.replace(/\n/g, '<br>')}</p>`),
        ...(link ? [anchor(link, ' class="button"')] : []),
        ...(secondaryLink ? [anchor(secondaryLink)] : []),
        `<p class="quiet">${reason}</p>`,
      ].join('\n'),
    ),
  };
}
