import { rate, strongPassword } from './rdp-password.js';

describe(rate.name, () => {
  it.each([
    ['', 'weak'],
    ['Sunrise9!', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['Sunrise9!abc', 'fair'],
    ['correct horse battery', 'strong'],
  ])('rates the password %j as %s', (password, rating) => {
    expect(rate(password)).toBe(rating);
  });
});

describe(strongPassword.name, () => {
  it('generates strong passwords with three character classes that never repeat', () => {
    const generated = Array.from({ length: 200 }, strongPassword);
    for (const password of generated) {
      expect(rate(password)).toBe('strong');
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/]) expect(password).toMatch(kind);
    }
    expect(new Set(generated).size).toBe(200);
  });
});
