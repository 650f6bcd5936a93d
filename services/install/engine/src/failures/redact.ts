/** Shorter secrets would match parts of ordinary words and reveal more than they hide. */
const MIN_LENGTH = 4;

/** 32 random bytes in base64url, the format of our tokens. Excludes hexadecimal hashes. */
const TOKEN = /(?<![\w-])(?![0-9a-f]+(?![\w-]))[\w-]{43}(?![\w-])/g;
/** Licence keys of Windows, which its set-up may log. */
const PRODUCT_KEY = /\b([A-Z0-9]{5}-){4}[A-Z0-9]{5}\b/gi;
const BEARER = /(bearer\s+)\S+/gi;

const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret, 'utf8').toString('base64'),
  Buffer.from(secret, 'utf16le').toString('base64'),
];

/** Removes passwords and token-like strings. Our own scripts print none; this covers unexpected output of a VPS. */
export function redact(text: string, secrets: readonly (string | null)[]): string {
  const forms = secrets
    .filter((secret) => secret !== null)
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap(formsOf)
    // Longest first because one form may contain another.
    .sort((a, b) => b.length - a.length);
  const blanked = forms.reduce((left, form) => left.replaceAll(form, '[removed]'), text);
  return blanked
    .replace(BEARER, '$1[removed]')
    .replace(TOKEN, '[removed]')
    .replace(PRODUCT_KEY, '[removed]');
}

/** Like redact. Returns `null` if the secrets cannot be read, because then no text is known to be safe to store. */
export async function redactSecrets(
  text: string | undefined,
  readSecrets: () => Promise<readonly string[]>,
): Promise<string | null> {
  if (text === undefined) return null;
  try {
    return redact(text, await readSecrets());
  } catch {
    return null;
  }
}
