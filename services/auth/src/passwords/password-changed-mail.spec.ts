import { passwordChangedMail } from './password-changed-mail.js';

const EVE = { username: '<b>eve</b>', language: 'en' } as const;

describe(passwordChangedMail.name, () => {
  const changedAt = new Date('2026-01-31T18:05:00Z');
  const mail = passwordChangedMail('https://casement.example/', EVE, changedAt);

  it('§9 contains the time in Asia/Jakarta and instructions for the real owner', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('1 February 2026 at 01:05 (Asia/Jakarta)');
      expect(form).toContain('https://casement.example/forgot-password');
      expect(form).toContain('All your other devices were signed out.');
    }
  });

  it("shows the time in the reader's zone, with its name", () => {
    const reader = { ...EVE, timeZone: 'America/New_York' };
    expect(passwordChangedMail('https://casement.example/', reader, changedAt).text).toContain(
      '31 January 2026 at 13:05 (America/New_York)',
    );
  });

  it('escapes user input in the HTML', () => {
    expect(mail.html).not.toContain('<b>eve');
    expect(mail.html).toContain('&lt;b&gt;eve&lt;/b&gt;');
  });

  it('stays readable in dark mode', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });
});
