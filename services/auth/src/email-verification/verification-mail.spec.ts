import { newEmailCode } from './email-code.js';
import { verificationMail } from './verification-mail.js';

const EVE = { username: '<b>eve</b>', language: 'en' } as const;

describe(verificationMail.name, () => {
  const mail = verificationMail('https://casement.example/', EVE, '012345');

  it('has code, place and time in the text and in the HTML', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain('012345');
      expect(form).toContain('https://casement.example/verify-email');
      expect(form).toContain('15 minutes');
    }
  });

  it('escapes user input in the HTML', () => {
    expect(mail.html).not.toContain('<b>eve');
    expect(mail.html).toContain('&lt;b&gt;eve&lt;/b&gt;');
  });

  it('includes a link for legacy users only', () => {
    expect(mail.text + mail.html).not.toContain('token=');
    const legacy = verificationMail(
      'https://casement.example/',
      { ...EVE, username: 'ann' },
      '012345',
      't0k-en',
    );
    for (const form of [legacy.text, legacy.html]) {
      expect(form).toContain('https://casement.example/verify-email?token=t0k-en');
    }
  });

  it('stays readable in dark mode', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });
});

describe(newEmailCode.name, () => {
  it('§9 returns six digits and keeps leading zeros', () => {
    const codes = Array.from({ length: 5_000 }, newEmailCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });
});
