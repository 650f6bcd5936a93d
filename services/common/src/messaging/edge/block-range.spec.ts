import { canonicalRange, covers, containingRanges } from './block-range.js';

describe(canonicalRange.name, () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/0', '0.0.0.0/0'],
    ['255.255.255.255/1', '128.0.0.0/1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['2001:DB8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::5/128', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::5/96', '2001:db8:0:1::/64'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::1', '::/64'],
  ])('normalizes %s to %s', (text, written) => expect(canonicalRange(text)).toBe(written));

  it.each(['', 'localhost', '1.2.3', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/8/8', '::/129', '0x7f.1'])(
    'rejects "%s"',
    (text) => expect(canonicalRange(text)).toBeUndefined(),
  );
});

describe(covers.name, () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.128/25', true],
    ['203.0.113.128/25', '203.0.113.0/24', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8::/32', '2001:db8:1::9', true],
    ['2001:db8::1', '2001:db8::2', true],
    ['0.0.0.0/0', '2001:db8::2', false],
  ])('returns whether %s covers %s: %s', (outer, inner, answer) =>
    expect(covers(outer, inner)).toBe(answer),
  );
});

describe(containingRanges.name, () => {
  it.each([
    ['203.0.113.7', 32, ['203.0.113.7', '203.0.113.6/31', '203.0.113.0/24', '128.0.0.0/1']],
    ['::ffff:203.0.113.7', 32, ['203.0.113.7', '203.0.113.0/24']],
    ['198.51.100.77/24', 24, ['198.51.100.0/24', '198.0.0.0/8']],
    ['2001:db8:0:1::5', 64, ['2001:db8:0:1::/64', '2001:db8::/48', '2001:db8::/32']],
    ['an invalid address', 0, []],
  ])('returns for %s the number of ranges %i', (address, count, some) => {
    const ranges = containingRanges(address);
    expect(ranges).toHaveLength(count);
    expect(ranges).toEqual(expect.arrayContaining(some));
    for (const range of ranges) expect(covers(range, address)).toBe(true);
  });
});
