import { newNetworkMail } from './new-network-mail.js';

const EVE = { username: '<b>eve</b>', language: 'en' } as const;

describe(newNetworkMail.name, () => {
  const mail = newNetworkMail('https://casement.example/', EVE, {
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    at: new Date('2026-01-31T18:05:00Z'),
  });

  it('§9 contains device, address and time, and instructions for the real owner', () => {
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain(
        'Firefox on Linux, from 203.0.113.7, on 1 February 2026 at 01:05 (Asia/Jakarta)',
      );
      expect(form).toContain('https://casement.example/forgot-password');
    }
  });

  it('escapes user input in the HTML', () => {
    expect(mail.html).not.toContain('<b>eve');
    expect(mail.html).toContain('&lt;b&gt;eve&lt;/b&gt;');
  });
});
