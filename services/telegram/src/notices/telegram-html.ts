/** Longest text of a message, in characters after its markup was read. */
export const LONGEST_MESSAGE = 4_096;

/** For text that came from outside: Telegram's HTML knows these three signs. */
export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * Text from outside for a message: escaped, and cut so that no message as a whole can become too long.
 *
 * @param most characters that are kept of it
 */
export function quote(text: string, most = 600): string {
  const signs = [...text.trim()];
  return escapeText(signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : signs.join(''));
}
