import { SecretBox } from './secret-box.js';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe(SecretBox.name, () => {
  const box = new SecretBox(key('k1', 1));

  it('opens sealed text and never seals equally twice', () => {
    const [a, b] = [box.seal('pässword', 'install:1'), box.seal('pässword', 'install:1')];
    expect(a).not.toBe(b);
    expect(a).not.toContain('pässword');
    expect(box.open(a, 'install:1')).toBe('pässword');
  });

  it('refuses to open in another context, after a change, or with another key', () => {
    const sealed = box.seal('secret', 'install:1');
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    bytes[15] ^= 1;
    expect(() => box.open(sealed, 'install:2')).toThrow();
    expect(() => box.open(`k1:${bytes.toString('base64')}`, 'install:1')).toThrow();
    expect(() => box.open('k1:AAAA', 'install:1')).toThrow('too short');
    expect(() => new SecretBox(key('k2', 1)).open(sealed, 'install:1')).toThrow('not configured');
    expect(() => new SecretBox(key('k1', 2)).open(sealed, 'install:1')).toThrow();
  });

  it('seals with the first key and opens with the others after a rotation', () => {
    const old = box.seal('secret', 'x');
    const rotated = new SecretBox(`${key('k2', 2)},${key('k1', 1)}`);
    expect(rotated.open(old, 'x')).toBe('secret');
    expect(rotated.seal('secret', 'x')).toMatch(/^k2:/);
  });

  it('rejects a key that is not 32 bytes long without printing it', () => {
    expect(() => new SecretBox('k1:c2hvcnQ=')).toThrow(
      /^an encryption key is not `id:base64 of 32 bytes`$/,
    );
  });
});
