/**
 * Translations keyed by the server's English message. Variable parts are in braces: `{ 'Try again in {n} minutes.':
 * 'Coba lagi dalam {n} menit.' }`.
 */
export type Texts = Record<string, string>;

/**
 * Returns the translation of an English message with the same values inserted, or undefined for an unknown message.
 *
 * @param phrases translations of values that may be inserted
 */
export function translate(messages: Texts, original: string, phrases: Texts): string | undefined {
  if (Object.hasOwn(messages, original)) return messages[original];
  for (const [english, own] of Object.entries(messages)) {
    if (!english.includes('{')) continue;
    const found = patternOf(english).exec(original);
    if (found)
      return own.replace(/\{(\w+)\}/g, (_, placeholder: string) =>
        translatePhrases(found.groups?.[placeholder] ?? '', phrases),
      );
  }
  return undefined;
}

/**
 * Translates a text as one phrase, or otherwise as a sequence of phrases. Takes the longest known phrase each time,
 * which may contain several sentences or a semicolon. Several reasons are separated by semicolons.
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

/** Converts `Try again in {n} minutes.` to a pattern with a group `n`. */
const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`,
    's',
  );
