import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Encrypts secrets at rest with AES-256-GCM and a random nonce. Prefixes the key id so that keys can be rotated: old
 * keys stay listed until no secret is sealed with them.
 *
 * @example
 *   const box = new SecretBox('k2:<base64>,k1:<base64>'); // k2 seals, both open
 *   const sealed = box.seal(password, `install:${id}:root`);
 *   box.open(sealed, `install:${id}:root`);
 */
export class SecretBox {
  private readonly keys = new Map<string, Buffer>();
  /** Id of the key that seals. */
  readonly currentKey: string;

  /** @throws Error if an entry is malformed; its message never contains the key */
  constructor(keyList: string) {
    for (const entry of keyList.split(',')) {
      const colon = entry.indexOf(':');
      const id = entry.slice(0, colon).trim();
      const key = Buffer.from(entry.slice(colon + 1), 'base64');
      if (colon < 1 || key.length !== KEY_BYTES) {
        throw new Error('an encryption key is not `id:base64 of 32 bytes`');
      }
      this.keys.set(id, key);
    }
    this.currentKey = [...this.keys.keys()][0]!;
  }

  /**
   * @param context owner of the secret, e.g. table, row and column. Sealed text that is copied to another row cannot
   * be opened there.
   */
  seal(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.currentKey)!, nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const body = Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    return `${this.currentKey}:${body.toString('base64')}`;
  }

  /** @throws Error if the key is missing, the text was changed or the context differs */
  open(sealed: string, context: string): string {
    const colon = sealed.indexOf(':');
    const key = this.keys.get(sealed.slice(0, colon));
    if (!key) throw new Error('the secret was sealed with a key that is not configured');
    const body = Buffer.from(sealed.slice(colon + 1), 'base64');
    if (body.length < NONCE_BYTES + TAG_BYTES) throw new Error('the sealed secret is too short');
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  }
}
