import { encodeUnattendPassword, strongPassword, unattendXml } from './unattend.js';

describe(encodeUnattendPassword.name, () => {
  it('returns base64 of UTF-16LE with the element’s name appended to the password', () => {
    // Output of Windows System Image Manager for the password "Test".
    expect(encodeUnattendPassword('Test')).toBe(
      'VABlAHMAdABBAGQAbQBpAG4AaQBzAHQAcgBhAHQAbwByAFAAYQBzAHMAdwBvAHIAZAA=',
    );
  });
});

describe(unattendXml.name, () => {
  it('encodes the password and marks it as not plain text', () => {
    const xml = unattendXml('Abc-123-def');
    expect(xml).toContain(`<Value>${encodeUnattendPassword('Abc-123-def')}</Value>`);
    expect(xml).toContain('<PlainText>false</PlainText>');
    expect(xml).not.toContain('Abc-123-def');
  });
});

describe('boot guard', () => {
  it('is reset by a command of the specialize pass that never fails', () => {
    const xml = unattendXml('Abc-123-def', { guard: true });
    const specialize = /<settings pass="specialize">([^]*?)<\/settings>/.exec(xml)![1];
    const command = /<Path>(.*)<\/Path>/.exec(specialize)![1];
    expect(command).toMatch(/guard\.ps1 reset &amp; exit \/b 0$/);
    // Limit of the element RunSynchronousCommand/Path.
    expect(command.replace('&amp;', '&').length).toBeLessThan(260);
  });

  it('is not mentioned in the answer file of an unguarded disk', () => {
    expect(unattendXml('Abc-123-def')).not.toContain('RunSynchronous');
  });
});

describe('first-start pages', () => {
  it.each(['InputLocale', 'SystemLocale', 'UILanguage', 'UserLocale'])(
    'are skipped because the answer file sets %s',
    (name) => {
      expect(unattendXml('Abc-123-def')).toMatch(
        new RegExp(`International-Core"[^]*<${name}>en-US</${name}>[^]*Shell-Setup`),
      );
    },
  );

  it('stay in the language of the image', () => {
    const xml = unattendXml('Abc-123-def', { language: 'de-DE' });
    expect(xml).toContain('<UILanguage>de-DE</UILanguage>');
    expect(xml).not.toContain('en-US');
  });
});

describe(strongPassword.name, () => {
  it('contains four kinds of characters, as Windows policies require', () => {
    for (let i = 0; i < 200; i++) {
      const password = strongPassword();
      expect(password).toHaveLength(24);
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/, /[-_.,:+=]/]) expect(password).toMatch(kind);
    }
  });

  it('returns a different password each time', () => {
    expect(new Set(Array.from({ length: 100 }, strongPassword)).size).toBe(100);
  });
});
