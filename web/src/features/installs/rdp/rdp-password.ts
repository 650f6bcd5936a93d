/** Below it strangers get in within hours: the form asks once more (ENGINE.md). */
const SHORT = 12;
const LONG = 16;

export const isShort = (password: string): boolean => [...password].length < SHORT;

export type Rating = 'weak' | 'fair' | 'strong';

/** Length is what counts against guessing; one character over and over is no length. */
export function rate(password: string): Rating {
  const different = new Set(password).size;
  if (isShort(password) || different < 6) return 'weak';
  return [...password].length >= LONG && different >= 8 ? 'strong' : 'fair';
}

/** Nothing that looks alike, and nothing that a keyboard of another country hides. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const KINDS = [/[a-z]/, /[A-Z]/, /\d/];
const MADE_LENGTH = 18;

/** 18 random characters, 104 bits, of three kinds, as every default policy of Windows wants. */
export function strongPassword(): string {
  for (;;) {
    const made = Array.from({ length: MADE_LENGTH }, randomCharacter).join('');
    if (KINDS.every((kind) => kind.test(made))) return made;
  }
}

function randomCharacter(): string {
  // Values past the last whole multiple would make the first characters likelier.
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint8Array(1));
    if (value! < limit) return ALPHABET[value! % ALPHABET.length]!;
  }
}
