import { plainText } from './text.js';

describe(plainText.name, () => {
  it.each([
    ['a NUL', 'a\0b', 'ab'],
    ['terminal control characters', 'a\u001b[31mb\u009b1m\u007f\r', 'a[31mb1m'],
    ['a lone surrogate', '\u{1f600}'.slice(1), '\ufffd'],
  ])('removes %s', (_, text, plain) => expect(plainText(text)).toBe(plain));

  it('keeps tabs, line feeds and text in any language', () => {
    const text = 'a\tb\nçé \u{1f600} 你好';
    expect(plainText(text)).toBe(text);
  });
});
