import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Hashes short secrets (a CAPTCHA's answer, a six-character code) with a key that is not in the
 * database: a plain hash of so few possibilities could be undone by trying them all.
 */
export class KeyedHash {
  private readonly key: Buffer;

  /** @param purpose separates the keys, so that one kind of hash can't stand in for another */
  constructor(masterKey: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', masterKey, 'casement-auth', purpose, 32));
  }

  /** @param id binds the hash to its row, so that equal secrets look different */
  of(id: string, secret: string): Buffer {
    return createHmac('sha256', this.key).update(`${id}\0${secret}`).digest();
  }

  matches(id: string, secret: string, stored: Buffer): boolean {
    const given = this.of(id, secret);
    return given.length === stored.length && timingSafeEqual(given, stored);
  }
}
