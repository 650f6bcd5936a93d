import { createHash } from 'node:crypto';
import { solveProofOfWork } from './proof-of-work.js';

describe(solveProofOfWork.name, () => {
  it('finds a proof of work whose hash has two leading zero bytes and that is bound to one CAPTCHA', async () => {
    const proof = await solveProofOfWork('c-1');
    const hash = (captchaId: string) =>
      createHash('sha256').update(`${captchaId}:${proof}`).digest().readUInt16BE(0);
    expect(hash('c-1')).toBe(0);
    expect(hash('c-2')).not.toBe(0);
  });
});
