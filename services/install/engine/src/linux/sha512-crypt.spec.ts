import { execFileSync } from 'node:child_process';
import { sha512Crypt } from './sha512-crypt.js';

describe(sha512Crypt.name, () => {
  // Source: Drepper, "Unix crypt using SHA-256 and SHA-512", test vectors with 5000 rounds.
  it.each([
    [
      'Hello world!',
      'saltstring',
      'svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    [
      'This is just a test',
      'toolongsaltstrin',
      'lQ8jolhgVRVhY4b5pZKaysCLi0QBxGoNeKQzQ3glMhwllF7oGDZxUhx1yxdYcz/e1JSbq3y6JMxxl8audkUEm0',
    ],
  ])('hashes %j like the reference', (password, salt, hash) => {
    expect(sha512Crypt(password, salt)).toBe(`$6$${salt}$${hash}`);
  });

  it.each(['a', 'pässwörd', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), 'y'.repeat(127)])(
    'hashes %j like OpenSSL',
    (password) => {
      const args = ['passwd', '-6', '-salt', 'abcdefgh', '-stdin'];
      const expected = execFileSync('openssl', args, { input: password, encoding: 'utf8' });
      expect(sha512Crypt(password, 'abcdefgh')).toBe(expected.trim());
    },
  );

  it('draws a salt for each hash', () => {
    const [one, other] = [sha512Crypt('same'), sha512Crypt('same')];
    expect(one).toMatch(/^\$6\$[./0-9A-Za-z]{16}\$[./0-9A-Za-z]{86}$/);
    expect(other).not.toBe(one);
  });
});
