/** Control characters but tab and line feed; those from 7f on included, which a terminal obeys too. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Half a pair: with the u flag a whole one is one character, and does not match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * What a VPS prints, as it may be stored and shown. PostgreSQL's jsonb accepts neither NUL nor half a surrogate pair (a
 * cut through an emoji): with one of them in its state an install could never be written again, and never end.
 */
export const plainText = (text: string): string =>
  text.replace(CONTROL, '').replace(LONE_SURROGATE, '\ufffd');

/** The same, cut: what a VPS prints is as long as it likes, and is stored and shown in many places. */
export const shortText = (text: string, maxLength = 300): string =>
  plainText(text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

/** 4 GiB, 512 MiB: as a customer reads it. */
export function bytesText(bytes: number): string {
  const gib = bytes / 2 ** 30;
  if (gib >= 1) return `${Number(gib.toFixed(1))} GiB`;
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}
