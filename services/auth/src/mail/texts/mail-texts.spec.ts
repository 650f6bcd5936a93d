import { LANGUAGES, type Language } from '@casement/proto/language.js';
import { withBrand } from '@casement/common/platform/mail/mail-brand.js';
import { addressInUseMail } from '../address-in-use-mail.js';
import { emailChangedMail } from '../../email-change/email-changed-mail.js';
import { recoveryMail } from '../../account-recovery/recovery-mail.js';
import { accessChangeMail } from '../../account-access/access-change-mail.js';
import { administratorMail } from '../../administrators/administrator-mail.js';
import { verificationMail } from '../../email-verification/verification-mail.js';
import { newNetworkMail } from '../../sign-in/new-network-mail.js';
import { passwordChangedMail } from '../../passwords/password-changed-mail.js';
import { resetMail } from '../../passwords/reset-mail.js';
import { mailTexts, type MailReader } from './mail-texts.js';

const SITE = 'https://casement.example';
const AT = new Date('2026-11-21T07:02:00.000Z');
const ADDRESS = '203.0.113.7';
const FOOTER = [
  'You’re getting this email because it concerns the security of the Casement account ann. These emails can’t be turned off.',
  'Choose your other notifications: https://casement.example/dashboard?notifications=1',
];

const MAILS = {
  verification: (to: MailReader) => verificationMail(SITE, to, '482913', 't0k'),
  reset: (to: MailReader) => resetMail(SITE, to, 't0k'),
  passwordChanged: (to: MailReader) => passwordChangedMail(SITE, to, AT),
  newNetwork: (to: MailReader) =>
    newNetworkMail(SITE, to, { device: 'Chrome on Windows', address: ADDRESS, at: AT }),
  addressInUse: (to: MailReader) => addressInUseMail(SITE, to, 'verified'),
  addressUnverified: (to: MailReader) => addressInUseMail(SITE, to, 'unverified'),
  madeAdministrator: (to: MailReader) =>
    administratorMail(SITE, to, { kind: 'made', who: 'x', by: 'root' }, AT),
  lostTwoFactor: (to: MailReader) =>
    administratorMail(SITE, to, { kind: 'lost-two-factor', who: 'x', by: null }, AT),
  ruleOff: (to: MailReader) =>
    administratorMail(SITE, to, { kind: 'rule-off', rule: 'Brake', by: 'root' }, AT),
  priced: (to: MailReader) =>
    administratorMail(
      SITE,
      to,
      { kind: 'priced', product: 'Quota', oldPriceSen: 5_000_000, priceSen: 100, by: 'root' },
      AT,
    ),
  firstPrice: (to: MailReader) =>
    administratorMail(
      SITE,
      to,
      { kind: 'priced', product: 'Quota', oldPriceSen: undefined, priceSen: 100, by: 'root' },
      AT,
    ),
  newApiKey: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'api-key', name: 'ci' }, AT),
  newWebhook: (to: MailReader) =>
    accessChangeMail(SITE, to, { kind: 'webhook', host: 'a.example' }, AT),
  passkeyAdded: (to: MailReader) =>
    accessChangeMail(SITE, to, { kind: 'passkey-added', device: 'Edge on Windows' }, AT),
  passkeyRemoved: (to: MailReader) =>
    accessChangeMail(SITE, to, { kind: 'passkey-removed', device: 'Edge on Windows' }, AT),
  appAdded: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'app-added' }, AT),
  appRemoved: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'app-removed' }, AT),
  codesRenewed: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'codes-renewed' }, AT),
  recoveryStarted: (to: MailReader) =>
    recoveryMail(SITE, to, { kind: 'started', effectiveAt: AT, token: 't' }),
  recoveryCancelled: (to: MailReader) => recoveryMail(SITE, to, { kind: 'cancelled' }),
  recoveryDone: (to: MailReader) => recoveryMail(SITE, to, { kind: 'done' }),
  emailChanged: (to: MailReader) =>
    emailChangedMail(SITE, to, { at: AT, undoUntil: AT, token: 't' }),
  newTelegram: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'telegram' }, AT),
  newDesktop: (to: MailReader) => accessChangeMail(SITE, to, { kind: 'desktop', ip: ADDRESS }, AT),
};
const NAMES = Object.keys(MAILS) as (keyof typeof MAILS)[];
const CASEMENT = { name: 'Casement', accent: null, logo: null, senderName: null };
const mailIn = (language: Language) => (name: keyof typeof MAILS) =>
  withBrand(MAILS[name]({ username: 'ann', language }), CASEMENT);
const english = mailIn('en');
const indonesian = mailIn('id');

/** Returns the path and type of every text, to compare languages. */
const shapeOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? shapeOf(text, `${path}${key}.`)
      : [`${path}${key}: ${typeof text}`],
  );

describe('auth mail texts', () => {
  it('have the same keys in every language', () => {
    for (const language of LANGUAGES) {
      expect(shapeOf(mailTexts[language])).toEqual(shapeOf(mailTexts['en']));
    }
  });

  it.each<[keyof typeof MAILS, string, string[]]>([
    [
      'verification',
      '482913 is your Casement verification code',
      [
        'Hi ann,',
        'Your verification code is 482913',
        'Enter it at https://casement.example/verify-email while signed in. It works once and expires in 15 minutes.',
        'Or open this link while signed in: https://casement.example/verify-email?token=t0k',
        'If you didn’t create a Casement account, you can ignore this email.',
      ],
    ],
    [
      'reset',
      'Reset your Casement password',
      [
        'Hi ann,',
        'Open this link to set a new password:',
        'https://casement.example/reset-password?token=t0k',
        'The link works once and expires in 15 minutes. Requesting a new link cancels this one.',
        'If you didn’t request this, you can ignore this email. Your password stays the same.',
      ],
    ],
    [
      'passwordChanged',
      'Your Casement password was changed',
      [
        'Hi ann,',
        'The password of your Casement account was changed on 21 November 2026 at 14:02 (Asia/Jakarta). All your other devices were signed out.',
        'If this wasn’t you, reset your password now: https://casement.example/forgot-password',
      ],
    ],
    [
      'newNetwork',
      'New sign-in to your Casement account',
      [
        'Hi ann,',
        'We noticed a sign-in to your account from a new network:',
        'Chrome on Windows, from 203.0.113.7, on 21 November 2026 at 14:02 (Asia/Jakarta)',
        'If this was you, you don’t need to do anything.',
        'If not, reset your password now. This ends all sessions: https://casement.example/forgot-password',
      ],
    ],
    [
      'addressInUse',
      'Someone tried to use your email for another Casement account',
      [
        'Hi ann,',
        'Another Casement account tried to use your email address.',
        'Nothing has changed. The address still belongs to your account, and the other account won’t get a code for it.',
        'If this was you, you don’t need another account. Sign in as ann: https://casement.example/login',
        'Or reset your password: https://casement.example/forgot-password',
        'If this wasn’t you, you don’t need to do anything.',
      ],
    ],
    [
      'newWebhook',
      'New access to your Casement account',
      [
        'Hi ann,',
        'A webhook to a.example was set up on 21 November 2026 at 14:02 (Asia/Jakarta).',
        'If this was you, you don’t need to do anything.',
        'If not, choose “Revoke everything else” under “Access to your account” and reset your password: https://casement.example/dashboard?access=1',
      ],
    ],
    [
      'ruleOff',
      'Casement: change by an administrator',
      [
        'Hi ann,',
        'root turned off the security rule “Brake” on 21 November 2026 at 14:02 (Asia/Jakarta).',
        'If none of you did this, someone has access to an administrator’s account. Sign in, undo the change and reset your passwords. https://casement.example/admin',
      ],
    ],
  ])('%s matches the English snapshot', (name, subject, lines) => {
    const mail = english(name);
    expect(mail.subject).toBe(subject);
    expect(mail.text.split('\n').filter(Boolean)).toEqual([...lines, ...FOOTER]);
    expect(mail.html).toContain('<html lang="en">');
  });

  it.each<[keyof typeof MAILS, string]>([
    ['verification', '482913 adalah kode verifikasi Casement Anda'],
    ['reset', 'Atur ulang kata sandi Casement Anda'],
    ['passwordChanged', 'Kata sandi Casement Anda telah diubah'],
    ['newNetwork', 'Login baru ke akun Casement Anda'],
    ['addressInUse', 'Seseorang mencoba memakai email Anda untuk akun Casement lain'],
    ['addressUnverified', 'Seseorang mencoba memakai email Anda untuk akun Casement lain'],
    ['ruleOff', 'Casement: perubahan oleh administrator'],
    ['newApiKey', 'Akses baru ke akun Casement Anda'],
  ])('%s has an Indonesian subject', (name, subject) => {
    expect(indonesian(name).subject).toBe(subject);
  });

  it.each(NAMES)('%s has a logo, a heading that no sentence repeats, and a footer', (name) => {
    const { html } = english(name);
    expect(html).toContain('<img src="cid:logo@casement" width="32" height="32" alt="">');
    const [, title = '', body = ''] = /<h1>(.*?)<\/h1>([^]*)/.exec(html) ?? [];
    expect(body).not.toContain(title);
    expect(body).toMatch(
      /class="footer" role="contentinfo">You’re getting this email because it concerns/,
    );
    expect(body).toContain('href="https://casement.example/dashboard?notifications=1"');
  });

  it.each(NAMES)('%s starts a sentence after the greeting', (name) => {
    for (const { text } of [english(name), indonesian(name)]) {
      expect(text.split('\n').filter(Boolean)[1]).toMatch(/^[\p{Lu}\d]|^root /u);
    }
  });

  it.each(NAMES)('%s is completely Indonesian, with the same links', (name) => {
    const mail = indonesian(name);
    expect(mail.html).toContain('<html lang="id">');
    expect(mail.text).toMatch(/^Halo\b/);
    const prose = (mail.text + mail.html.replace(/[^]*<\/style>/, '')).replace(
      /https?:[^"<\s]+/g,
      '',
    );
    expect(prose).not.toMatch(/\b(the|your?|is|was|not|it|and|on|from|account|password)\b/i);
    const links = (html: string) => html.match(/href="[^"]*"/g);
    expect(links(mail.html)).toEqual(links(english(name).html));
  });

  it('format times in Indonesian', () => {
    const when = '21 November 2026 pukul 14.02 (Asia/Jakarta)';
    for (const name of ['passwordChanged', 'newNetwork', 'ruleOff'] as const) {
      expect(indonesian(name).text).toContain(when);
    }
    expect(indonesian('newNetwork').text).toContain(`Chrome di Windows, dari 203.0.113.7, pada`);
  });
});
