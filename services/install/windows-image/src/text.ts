/** Control characters except tab and line feed. Includes 7f to 9f, which terminals also interpret. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** With the u flag a complete pair is one character and does not match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Cleans output of a VPS for storage and display. PostgreSQL's jsonb accepts neither NUL nor a lone surrogate (a
 * truncated emoji). Either would make an install's state unwritable.
 */
export const plainText = (text: string): string =>
  text.replace(CONTROL, '').replace(LONE_SURROGATE, '\ufffd');

/** Like plainText, but truncated because a VPS may print any amount of text. */
export const shortText = (text: string, maxLength = 300): string =>
  plainText(text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

/** Formats a size for customers: 4 GiB, 512 MiB. */
export function bytesText(bytes: number): string {
  const gib = bytes / 2 ** 30;
  if (gib >= 1) return `${Number(gib.toFixed(1))} GiB`;
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}
