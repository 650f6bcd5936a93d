import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Hashes tokens of 256 random bits. A plain hash suffices because they cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Hashes short secrets (CAPTCHA answers, six-digit codes) with a key that is not in the database. A plain hash could
 * be reversed by trying every possible secret.
 */
export class KeyedHash {
  private readonly key: Buffer;

  /** @param purpose separates the keys, so that a hash made for one purpose is not valid for another */
  constructor(masterKey: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', masterKey, 'casement-auth', purpose, 32));
  }

  /** @param id binds the hash to its row so that equal secrets have different hashes */
  of(id: string, secret: string): Buffer {
    return createHmac('sha256', this.key).update(`${id}\0${secret}`).digest();
  }

  matches(id: string, secret: string, stored: Buffer): boolean {
    const hash = this.of(id, secret);
    return hash.length === stored.length && timingSafeEqual(hash, stored);
  }
}
