import { encodeUnattendPassword, strongPassword, unattendXml } from './unattend.js';

describe(encodeUnattendPassword.name, () => {
  it('is base64 of UTF-16LE with the element’s name behind the password', () => {
    // As Windows System Image Manager writes it for the password "Test".
    expect(encodeUnattendPassword('Test')).toBe(
      'VABlAHMAdABBAGQAbQBpAG4AaQBzAHQAcgBhAHQAbwByAFAAYQBzAHMAdwBvAHIAZAA=',
    );
  });
});

describe(unattendXml.name, () => {
  it('hides the password and declares it hidden', () => {
    const xml = unattendXml('Abc-123-def');
    expect(xml).toContain(`<Value>${encodeUnattendPassword('Abc-123-def')}</Value>`);
    expect(xml).toContain('<PlainText>false</PlainText>');
    expect(xml).not.toContain('Abc-123-def');
  });
});

describe('the pages of the first start', () => {
  it.each(['InputLocale', 'SystemLocale', 'UILanguage', 'UserLocale'])(
    'find %s answered',
    (name) => {
      expect(unattendXml('Abc-123-def')).toMatch(
        new RegExp(`International-Core"[^]*<${name}>en-US</${name}>[^]*Shell-Setup`),
      );
    },
  );
});

describe(strongPassword.name, () => {
  it('has four kinds of characters, as every policy of Windows wants', () => {
    for (let i = 0; i < 200; i++) {
      const password = strongPassword();
      expect(password).toHaveLength(24);
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/, /[-_.,:+=]/]) expect(password).toMatch(kind);
    }
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 100 }, strongPassword)).size).toBe(100);
  });
});
