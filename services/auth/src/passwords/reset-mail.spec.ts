import { resetMail } from './reset-mail.js';

const EVE = { username: '<b>eve</b>', language: 'en' } as const;

describe(resetMail.name, () => {
  const mail = resetMail('https://casement.example/', EVE, 'a-_Z&"<');

  it('§9 states link, single use and 15 minutes in text and HTML', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('https://casement.example/reset-password?token=a-_Z%26%22%3C');
      expect(form).toContain('works once and expires in 15 minutes');
    }
  });

  it('escapes user input in the HTML', () => {
    expect(mail.html).not.toContain('<b>eve');
    expect(mail.html).toContain('&lt;b&gt;eve&lt;/b&gt;');
  });

  it('keeps the link out of the subject, which lock screens show', () => {
    expect(mail.subject).toMatch(/^Reset your \uE000 password$/);
  });

  it('stays readable in dark mode, including the button', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toMatch(/prefers-color-scheme: dark\) \{[^@]*a\.button/);
  });
});
