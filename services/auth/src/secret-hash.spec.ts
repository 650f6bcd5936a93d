import { randomBytes } from 'node:crypto';
import { KeyedHash } from './secret-hash.js';

describe(KeyedHash.name, () => {
  const master = randomBytes(32).toString('base64');
  const sut = new KeyedHash(master, 'captcha');

  it('matches the secret only for the same row', () => {
    const stored = sut.of('row-1', '12');
    expect(sut.matches('row-1', '12', stored)).toBe(true);
    expect(sut.matches('row-1', '13', stored)).toBe(false);
    expect(sut.matches('row-2', '12', stored)).toBe(false);
  });

  it('returns a different hash for another purpose or key', () => {
    const stored = sut.of('row-1', '12');
    expect(new KeyedHash(master, 'email-code').matches('row-1', '12', stored)).toBe(false);
    expect(new KeyedHash('another', 'captcha').matches('row-1', '12', stored)).toBe(false);
  });
});
