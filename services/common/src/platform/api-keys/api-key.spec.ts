import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endingOf, hashApiKey, isApiKey, newApiKey } from './api-key.js';

describe(newApiKey.name, () => {
  it('returns a prefix, 40 random characters and a checksum of six', () => {
    const keys = Array.from({ length: 1_000 }, newApiKey);
    expect(new Set(keys).size).toBe(1_000);
    expect(keys.filter((key) => !/^csm_[0-9A-Za-z]{46}$/.test(key))).toEqual([]);
    expect(keys.filter((key) => !isApiKey(key))).toEqual([]);
  });

  it('uses every base-62 digit', () => {
    const digits = new Set(Array.from({ length: 200 }, () => newApiKey().slice(4)).join(''));
    expect(digits.size).toBe(62);
  });
});

describe(isApiKey.name, () => {
  it('accepts a checksum computed by another implementation', () => {
    // Python's zlib.crc32(b'0' * 40) is 2520759182; in base 62: 2kaqcA.
    expect(isApiKey(`csm_${'0'.repeat(40)}2kaqcA`)).toBe(true);
  });

  it('rejects a key with any single character changed', () => {
    const key = newApiKey();
    for (let at = 4; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(isApiKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false);
    }
  });

  it.each(['', 'csm_', 'csm_short', `xyz_${newApiKey().slice(4)}`, `${newApiKey()}a`])(
    'rejects %s',
    (text) => expect(isApiKey(text)).toBe(false),
  );
});

it('stores 32 bytes of a key and shows four characters of its checksum', () => {
  const key = newApiKey();
  expect(hashApiKey(key)).toHaveLength(32);
  expect(key.slice(44)).toContain(endingOf(key));
});

describe('secret scanner pattern (docs/api-keys.md)', () => {
  const page = readFileSync(resolve(__dirname, '../../../../../docs/api-keys.md'), 'utf8');
  const [, pattern = ''] = /^regex = '''(.+)'''$/m.exec(page) ?? [];

  it('finds a key leaked into a log, and the checksum excludes look-alikes', () => {
    const key = newApiKey();
    const lookAlike = `csm_${'A'.repeat(46)}`;
    const log = [
      `{"level":"info","msg":"call","headers":{"authorization":"Bearer ${key}"}}`,
      `curl -H "Authorization: Bearer ${lookAlike}" https://casement.example`,
      'csm_too-short, and mycsm_0123',
    ].join('\n');
    const found = [...log.matchAll(new RegExp(pattern, 'g'))].map(([text]) => text);
    expect(found).toEqual([key, lookAlike]);
    expect(found.filter(isApiKey)).toEqual([key]);
  });
});
