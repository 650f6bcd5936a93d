/** Maximum length of stored and shown errors (SPEC §8). */
const MAX_ERROR_LENGTH = 500;

/** Matches a bot token: bot ID, colon (or %3A) and secret. */
const ANY_TOKEN = /\d{3,20}(?::|%3A)[A-Za-z0-9_-]{20,}/gi;

/**
 * Removes bot tokens from a text, including unknown ones, because Telegram's URLs contain the token and libraries
 * quote URLs in their errors.
 *
 * @param tokens configured tokens, which are removed even if they are malformed
 */
export function scrub(text: string, tokens: readonly string[] = []): string {
  let clean = text;
  for (const token of tokens.filter(Boolean)) {
    for (const form of [token, encodeURIComponent(token)])
      clean = clean.split(form).join('[token]');
  }
  return clean.replace(ANY_TOKEN, '[token]').slice(0, MAX_ERROR_LENGTH);
}
