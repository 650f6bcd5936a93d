import { readSize } from './size.js';

describe(readSize.name, () => {
  it.each([
    ['512M', 512 * 2 ** 20],
    ['4G', 4 * 2 ** 30],
  ])('parses %s', (text, bytes) => expect(readSize('min-disk', text)).toBe(bytes));

  it.each(['4', 'G', '4GB', '-4G', '1.5G', ''])(
    'rejects %j with an error that names the option',
    (text) => {
      expect(() => readSize('min-disk', text)).toThrow('--min-disk');
    },
  );
});
