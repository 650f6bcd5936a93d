import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ROUNDS = 5000;
const DIGEST_BYTES = 64;

const sha512 = (...parts: Buffer[]): Buffer =>
  createHash('sha512').update(Buffer.concat(parts)).digest();

/** Repeats the bytes up to `length`. */
const repeated = (bytes: Buffer, length: number): Buffer =>
  Buffer.alloc(length, length > 0 ? bytes : 0);

/**
 * Hashes a password for /etc/shadow: crypt's method `$6$` with 5000 rounds (Drepper, "Unix crypt using SHA-256 and
 * SHA-512", whose steps the comments name).
 */
export function sha512Crypt(password: string, salt = randomSalt()): string {
  const key = Buffer.from(password);
  const salted = Buffer.from(salt);
  // Steps 4 to 8.
  const b = sha512(key, salted, key);
  // Steps 1 to 3 and 9 to 12.
  const bits: Buffer[] = [];
  for (let left = key.length; left > 0; left >>= 1) bits.push(left & 1 ? b : key);
  let digest = sha512(key, salted, repeated(b, key.length), ...bits);
  // Steps 13 to 16.
  const p = repeated(sha512(repeated(key, key.length ** 2)), key.length);
  // Steps 17 to 20.
  const s = repeated(sha512(repeated(salted, salted.length * (16 + digest[0]!))), salted.length);
  // Step 21.
  for (let round = 0; round < ROUNDS; round += 1) {
    digest = sha512(
      round % 2 ? p : digest,
      ...(round % 3 ? [s] : []),
      ...(round % 7 ? [p] : []),
      round % 2 ? digest : p,
    );
  }
  return `$6$${salt}$${encode(digest)}`;
}

const randomSalt = (): string =>
  Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Encodes groups of three bytes, 21 positions apart and rotating, and the last byte (step 22). */
function encode(digest: Buffer): string {
  let text = '';
  const group = (value: number, length: number) => {
    for (let left = value, count = 0; count < length; count += 1, left >>= 6)
      text += ALPHABET[left & 63];
  };
  for (let index = 0; index < 21; index += 1) {
    const bytes = [index, index + 21, index + 42];
    const [a, b, c] = [0, 1, 2].map((at) => digest[bytes[(at + index) % 3]!]!);
    group((a! << 16) | (b! << 8) | c!, 4);
  }
  group(digest[DIGEST_BYTES - 1]!, 2);
  return text;
}
