import { addressInUseMail } from './address-in-use-mail.js';

const EVE = { username: '<b>eve</b>', language: 'en' } as const;

describe(addressInUseMail.name, () => {
  const verified = addressInUseMail('https://casement.example/', EVE, 'verified');
  const unverified = addressInUseMail('https://casement.example/', EVE, 'unverified');

  it('says in text and HTML that nothing changed and where to sign in or reset', () => {
    for (const { text, html } of [verified, unverified]) {
      for (const form of [text, html]) {
        expect(form).toMatch(/nothing has changed/i);
        expect(form).toContain('https://casement.example/login');
        expect(form).toContain('https://casement.example/forgot-password');
      }
    }
  });

  it('promises to keep the address only to its verified owner', () => {
    expect(verified.text).toContain('still belongs to your account');
    expect(unverified.text).not.toContain('still belongs to your account');
    expect(unverified.text).toContain('Whoever verifies it first keeps it');
  });

  it('escapes user input in the HTML', () => {
    for (const { html } of [verified, unverified]) {
      expect(html).not.toContain('<b>eve');
      expect(html).toContain('&lt;b&gt;eve&lt;/b&gt;');
    }
  });

  it('names no person in the subject, which lock screens show', () => {
    expect(verified.subject).toBe(unverified.subject);
    expect(verified.subject).not.toContain('eve');
  });

  it('stays readable in dark mode', () => {
    expect(verified.html).toContain('<meta name="color-scheme" content="light dark">');
  });
});
