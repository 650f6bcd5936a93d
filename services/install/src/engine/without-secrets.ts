/** Shorter ones would blank half of every line, and say more by it than they hide. */
const SHORTEST = 4;

/** 32 random bytes in base64url, as our tokens are; not the hash of something, which is hexadecimal. */
const TOKEN = /(?<![\w-])(?![0-9a-f]+(?![\w-]))[\w-]{43}(?![\w-])/g;
const BEARER = /(bearer\s+)\S+/gi;

/** Every form in which a password of ours travels. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret, 'utf8').toString('base64'),
  Buffer.from(secret, 'utf16le').toString('base64'),
];

/**
 * A text for people, without the passwords it may hold and without anything that looks like a token. Nothing of
 * ours prints one; this is for what nobody foresaw.
 */
export function withoutSecrets(text: string, secrets: readonly (string | null)[]): string {
  const forms = secrets
    .filter((secret) => secret !== null && secret.length >= SHORTEST)
    .flatMap((secret) => formsOf(secret!))
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length);
  const blanked = forms.reduce((left, form) => left.replaceAll(form, '[removed]'), text);
  return blanked.replace(BEARER, '$1[removed]').replace(TOKEN, '[removed]');
}
