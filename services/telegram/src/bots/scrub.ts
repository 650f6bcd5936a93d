/** Longest error that is kept, shown or answered (SPEC §8). */
const MAX_ERROR_LENGTH = 500;

/** What looks like a bot's token: its id, a colon, and the secret. */
const ANY_TOKEN = /\d{3,20}(?::|%3A)[A-Za-z0-9_-]{20,}/gi;

/**
 * Takes every bot token out of a text, also an unknown one: Telegram's addresses hold the token, and
 * libraries quote addresses.
 *
 * @param tokens the configured ones, of any form
 */
export function scrub(text: string, tokens: readonly string[] = []): string {
  let clean = text;
  for (const token of tokens.filter(Boolean)) {
    for (const form of [token, encodeURIComponent(token)])
      clean = clean.split(form).join('[token]');
  }
  return clean.replace(ANY_TOKEN, '[token]').slice(0, MAX_ERROR_LENGTH);
}
