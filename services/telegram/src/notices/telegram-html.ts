/** Maximum length of a message, in characters without its markup. */
export const MAX_MESSAGE_LENGTH = 4_096;

/** For external text: Telegram's HTML knows these three characters. */
export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * External text for a message: escaped, and cut so that no message as a whole can become too long.
 *
 * @param maxLength characters that are kept
 */
export function quote(text: string, maxLength = 600): string {
  const characters = [...text.trim()];
  return escapeText(
    characters.length > maxLength
      ? `${characters.slice(0, maxLength - 1).join('')}…`
      : characters.join(''),
  );
}
