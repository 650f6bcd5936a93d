import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readPart, sha256Of } from './part-body.js';

const hash = (content: string) => createHash('sha256').update(content).digest();

describe(sha256Of, () => {
  it('reads the SHA-256 of a Content-Digest, beside others', () => {
    const digest = `sha-256=:${hash('a').toString('base64')}:`;
    expect(sha256Of(digest)).toBe(hash('a').toString('hex'));
    expect(sha256Of(`md5=:AAAA:, ${digest}`)).toBe(hash('a').toString('hex'));
  });

  it.each([undefined, '', 'sha-256=abc', 'sha-512=:AAAA:', `sha-256=:${'A'.repeat(42)}=:`])(
    'refuses %j',
    (digest) => {
      expect(() => sha256Of(digest)).toThrow('Send the SHA-256 of the part');
    },
  );
});

describe(readPart, () => {
  const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const sha256 = hash('abcd').toString('hex');

  it('gives exactly what was announced', async () => {
    expect((await readPart(body('ab', 'cd'), 4, sha256)).toString()).toBe('abcd');
  });

  it('stops reading where there is more', async () => {
    const long = body('abcd', 'e', 'f');
    await expect(readPart(long, 4, sha256)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect(long.readableEnded).toBe(false);
  });

  it('refuses less, and other bytes', async () => {
    await expect(readPart(body('abc'), 4, sha256)).rejects.toThrow('must have 4 bytes');
    await expect(readPart(body('abce'), 4, sha256)).rejects.toThrow('another SHA-256');
  });
});
