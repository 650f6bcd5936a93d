/**
 * Messages in another language beside the English ones that the server wrote. What differs from text to text stands in
 * braces: `{ 'Try again in {n} minutes.': 'Coba lagi dalam {n} menit.' }`.
 */
export type Texts = Record<string, string>;

/**
 * The message beside the English one that this is, with the same in its places; undefined where there is none.
 *
 * @param phrases what may stand in the places, itself translated
 */
export function translate(messages: Texts, original: string, phrases: Texts): string | undefined {
  if (Object.hasOwn(messages, original)) return messages[original];
  for (const [english, own] of Object.entries(messages)) {
    if (!english.includes('{')) continue;
    const found = patternOf(english).exec(original);
    if (found)
      return own.replace(/\{(\w+)\}/g, (_, place: string) =>
        translatePhrases(found.groups?.[place] ?? '', phrases),
      );
  }
  return undefined;
}

/**
 * A text as one phrase, else as several: from its start the longest that is known, which may be of several sentences or
 * have a semicolon in it. Several reasons have a semicolon between them.
 */
export function translatePhrases(text: string, phrases: Texts): string {
  const parts = text.split(/((?<=\.) |; )/);
  for (let end = parts.length; end > 0; end -= 2) {
    const head = parts.slice(0, end).join('');
    const own = translate(phrases, head, phrases);
    if (own === undefined && end > 1) continue;
    const rest = parts.slice(end + 1).join('');
    return (own ?? head) + (parts[end] ?? '') + (rest && translatePhrases(rest, phrases));
  }
  return text;
}

/** `Try again in {n} minutes.` as a pattern with a group `n`. */
const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`,
    's',
  );
