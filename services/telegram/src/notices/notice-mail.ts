import type { MailContent } from '@casement/common/mail/mail-content.js';
import { mailLayout } from '@casement/common/mail/mail-layout.js';
import type { NoticeText } from './notice-texts.js';

const MARKUP = /<\/?b>/g;

/** Telegram's HTML as plain text. */
const plain = (html: string): string =>
  html.replace(MARKUP, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

/** The same notice as a mail. */
export function noticeMail({ title, paragraphs }: NoticeText): MailContent {
  const reason =
    'You get this mail because Telegram does not reach you. Settings: Telegram, in Casement.';
  return {
    subject: plain(title),
    text: [...paragraphs.map(plain), reason].join('\n\n'),
    // Escaped for Telegram is escaped for a mail's text, too; its <b> is a mail's <b>.
    html: mailLayout(
      plain(title),
      [
        ...paragraphs.map((html) => `<p>${html.replace(/\n/g, '<br>')}</p>`),
        `<p class="quiet">${reason}</p>`,
      ].join('\n'),
    ),
  };
}
