/** Shorter ones would blank half of every line, and reveal more than they hide. */
const MIN_LENGTH = 4;

/** 32 random bytes in base64url, as our tokens are; not a hash, which is hexadecimal. */
const TOKEN = /(?<![\w-])(?![0-9a-f]+(?![\w-]))[\w-]{43}(?![\w-])/g;
const BEARER = /(bearer\s+)\S+/gi;

/** Every form in which a password of ours travels. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret, 'utf8').toString('base64'),
  Buffer.from(secret, 'utf16le').toString('base64'),
];

/**
 * A text without the passwords it may hold and without anything that looks like a token. Our own scripts print
 * none; this covers what a VPS prints unexpectedly.
 */
export function redact(text: string, secrets: readonly (string | null)[]): string {
  const forms = secrets
    .filter((secret) => secret !== null)
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap(formsOf)
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length);
  const blanked = forms.reduce((left, form) => left.replaceAll(form, '[removed]'), text);
  return blanked.replace(BEARER, '$1[removed]').replace(TOKEN, '[removed]');
}

/** As redact; null where the secrets cannot be read: without it nothing is known to be safe to store. */
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
