import { equalInConstantTime, randomToken, sha256Hex } from './tokens.js';

describe('tokens', () => {
  it('are random, URL-safe and of the requested length', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
  });

  it('are hashed with SHA-256', () => {
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are compared at any length', () => {
    expect(equalInConstantTime('abc', 'abc')).toBe(true);
    expect(equalInConstantTime('abc', 'abd')).toBe(false);
    expect(equalInConstantTime('abc', 'abcd')).toBe(false);
    expect(equalInConstantTime('', '')).toBe(true);
  });
});
