import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readPart, sha256Of } from './part-body.js';

const hash = (content: string) => createHash('sha256').update(content).digest();

describe(sha256Of, () => {
  it('reads the SHA-256 of a Content-Digest that may contain other digests', () => {
    const digest = `sha-256=:${hash('a').toString('base64')}:`;
    expect(sha256Of(digest)).toBe(hash('a').toString('hex'));
    expect(sha256Of(`md5=:AAAA:, ${digest}`)).toBe(hash('a').toString('hex'));
  });

  it.each([undefined, '', 'sha-256=abc', 'sha-512=:AAAA:', `sha-256=:${'A'.repeat(42)}=:`])(
    'rejects %j',
    (digest) => {
      expect(() => sha256Of(digest)).toThrow('Send the SHA-256 of the part');
    },
  );
});

describe(readPart, () => {
  const body = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const sha256 = hash('abcd').toString('hex');

  it('returns a body of exactly the announced size', async () => {
    expect((await readPart(body('ab', 'cd'), 4, sha256)).toString()).toBe('abcd');
  });

  it('stops reading a body that is too long', async () => {
    const long = body('abcd', 'e', 'f');
    await expect(readPart(long, 4, sha256)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect(long.readableEnded).toBe(false);
  });

  it('rejects a body that is too short or has another hash', async () => {
    await expect(readPart(body('abc'), 4, sha256)).rejects.toThrow('must have 4 bytes');
    await expect(readPart(body('abce'), 4, sha256)).rejects.toThrow('SHA-256 does not match');
  });
});
