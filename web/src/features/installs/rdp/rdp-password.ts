/** Attackers can guess shorter passwords within hours, so the form asks for confirmation (ENGINE.md). */
const SHORT = 12;
const LONG = 16;

export const isShort = (password: string): boolean => [...password].length < SHORT;

export type Rating = 'weak' | 'fair' | 'strong';

/** Length matters most against guessing. Repeating a character does not add length. */
export function rate(password: string): Rating {
  const different = new Set(password).size;
  if (isShort(password) || different < 6) return 'weak';
  return [...password].length >= LONG && different >= 8 ? 'strong' : 'fair';
}

/** Excludes look-alikes and characters that are hard to find on foreign keyboards. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const KINDS = [/[a-z]/, /[A-Z]/, /\d/];
const GENERATED_LENGTH = 18;

/** Generates 18 random characters (104 bits) of three classes, as required by the default Windows policies. */
export function strongPassword(): string {
  for (;;) {
    const generated = Array.from({ length: GENERATED_LENGTH }, randomCharacter).join('');
    if (KINDS.every((kind) => kind.test(generated))) return generated;
  }
}

function randomCharacter(): string {
  // Values past the last full multiple would bias the result towards the first characters.
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint8Array(1));
    if (value! < limit) return ALPHABET[value! % ALPHABET.length]!;
  }
}
