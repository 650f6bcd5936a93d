import { TelegramRefusal } from './telegram-types.js';

const MAX_LENGTH = 4_096;
const TAG = /<(\/?)([a-z-]+)(?:\s[^<>]*)?>/gi;
const ALLOWED_TAGS = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'code',
  'pre',
  'a',
  'blockquote',
]);

/**
 * Returns the visible text of a message, parsed like Telegram.
 *
 * @throws TelegramRefusal for markup that does not close, an empty text, or a text that is too long
 */
export function readMessageText(source: unknown, parseMode: unknown): string {
  if (typeof source !== 'string')
    throw new TelegramRefusal(400, 'Bad Request: message text is empty');
  const text = (parseMode === 'HTML' ? withoutMarkup(source) : source).trim();
  if (text === '') throw new TelegramRefusal(400, 'Bad Request: message text is empty');
  if (text.length > MAX_LENGTH) throw new TelegramRefusal(400, 'Bad Request: message is too long');
  return text;
}

function withoutMarkup(source: string): string {
  const open: string[] = [];
  const bare = source.replace(TAG, (tag, slash: string, name: string) => {
    const known = name.toLowerCase();
    if (!ALLOWED_TAGS.has(known)) throw broken(`Unsupported start tag "${name}"`);
    if (!slash) open.push(known);
    else if (open.pop() !== known) throw broken(`Unmatched end tag "${tag}"`);
    return '';
  });
  if (open.length > 0) throw broken(`Can't find end tag corresponding to start tag "${open[0]}"`);
  if (/[<>]/.test(bare)) throw broken('Unexpected "<" or ">"');
  return bare
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

const broken = (why: string) =>
  new TelegramRefusal(400, `Bad Request: can't parse entities: ${why}`);
