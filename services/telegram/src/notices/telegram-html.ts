/** Telegram's maximum length of a message in characters, excluding markup. */
export const MAX_MESSAGE_LENGTH = 4_096;

/** Escapes the three special characters of Telegram's HTML. */
export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Escapes external text and truncates it so that no message becomes too long. */
export function quote(text: string, maxLength = 600): string {
  const characters = [...text.trim()];
  return escapeText(
    characters.length > maxLength
      ? `${characters.slice(0, maxLength - 1).join('')}…`
      : characters.join(''),
  );
}
