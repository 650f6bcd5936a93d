import { createHash } from 'node:crypto';
import { prove } from './proof-of-work.js';

describe(prove.name, () => {
  it('finds a nonce whose hash has two leading zero bytes and that is bound to one CAPTCHA', async () => {
    const proof = await prove('c-1');
    const hash = (captchaId: string) =>
      createHash('sha256').update(`${captchaId}:${proof}`).digest().readUInt16BE(0);
    expect(hash('c-1')).toBe(0);
    expect(hash('c-2')).not.toBe(0);
  });
});
