import { Rc4, rc4 } from './rc4.js';

describe(Rc4.name, () => {
  // RFC 6229 test vectors at offset 0.
  it.each([
    ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
    ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
    [
      '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
      'eaa6bd25880bf93d3f5d1e4ca2611d91',
    ],
  ])('encrypts with key %s', (key, first) => {
    expect(rc4(Buffer.from(key, 'hex'), Buffer.alloc(16)).toString('hex')).toBe(first);
  });

  it('continues the stream across calls', () => {
    const key = Buffer.from('0102030405', 'hex');
    const stream = new Rc4(key);
    const parts = [3, 0, 13].map((length) => stream.update(Buffer.alloc(length)));
    expect(Buffer.concat(parts)).toEqual(rc4(key, Buffer.alloc(16)));
  });
});
