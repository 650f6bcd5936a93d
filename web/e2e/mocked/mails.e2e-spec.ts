import { DEFAULT_PRODUCT_NAME, withProductName } from '@casement/proto/texts/product-name.js';
import { expectNoOverflow, expectNoViolations } from '../support/accessibility.js';
import { expect, test } from '../support/console-errors.js';

interface Mail {
  subject: string;
  text: string;
  html: string;
}
interface Reader {
  username: string;
  language: 'en' | 'id';
}
type Template = (...values: unknown[]) => Mail;

/** Reads an export of the built services. */
async function builtExport<T>(file: string, name: string): Promise<T> {
  const url = new URL(`../../../services/${file}`, import.meta.url).href;
  const module = (await import(url)) as Record<string, T>;
  return module[name]!;
}

const SITE = 'https://casement.example';
const NOW = new Date('2026-11-21T07:02:00.000Z');
const SIGN_IN = { device: 'Chrome on Windows', address: '203.0.113.7', at: NOW };
const TOPUP = {
  reference: 'T46231948A7Q2P',
  quantity: 5,
  finalAmount: 225_000,
  payableAmount: 227_325,
};
const NOTICES = {
  'failed install': {
    kind: 'install_finished',
    content: {
      status: 'failed',
      ip: '203.0.113.24',
      installId: '01a1',
      failureMessage: 'The VPS did not accept the root password.',
      failureCure: 'Check the root password with your provider, then try again.',
    },
  },
  'unstarted install': {
    kind: 'install_finished',
    content: {
      status: 'failed',
      ip: '203.0.113.24:20122',
      label: 'Accounting of the branch in Bandung',
      installId: '01a1',
      failureCode: 'WINDOWS_DID_NOT_START',
      failureMessage: 'Windows did not start: it stopped before it could write to the disk.',
      failureCure:
        'If the recovery system is responding, choose “Install again”, perhaps with another Windows version. Otherwise, reinstall Linux in your provider’s panel and start a new install. If it happens again, contact support with the install ID.',
    },
  },
  'finished install': {
    kind: 'install_finished',
    content: { status: 'completed', ip: '203.0.113.24', installId: '01a1', desktop: 1 },
  },
  receipt: {
    kind: 'topup_paid',
    content: { ...TOPUP, receiptNumber: 'RCP-2026-000042' },
    occurredAt: NOW,
  },
  'payment reminder': {
    kind: 'topup_expiring',
    content: { ...TOPUP, expiredTime: NOW.getTime() / 1_000 },
  },
  refund: {
    kind: 'topup_refunded',
    content: { ...TOPUP, amount: 225_000, creditNoteNumber: 'CN-2026-000007' },
  },
  'low quota': { kind: 'quota_low', content: { quota: 1 } },
  'paused webhook': {
    kind: 'webhook_paused',
    content: { host: 'billing.panel.example.com', reason: 'failing' },
  },
};

const MAILS: [
  name: string,
  file: string,
  template: string,
  values: (reader: Reader) => unknown[] | Promise<unknown[]>,
][] = [
  [
    'verification',
    'auth/dist/email-verification/verification-mail.js',
    'verificationMail',
    (reader) => [SITE, reader, '482913', 'a'.repeat(64)],
  ],
  [
    'reset',
    'auth/dist/passwords/reset-mail.js',
    'resetMail',
    (reader) => [SITE, reader, 'b'.repeat(64)],
  ],
  [
    'password changed',
    'auth/dist/passwords/password-changed-mail.js',
    'passwordChangedMail',
    (reader) => [SITE, reader, NOW],
  ],
  [
    'new network',
    'auth/dist/sign-in/new-network-mail.js',
    'newNetworkMail',
    (reader) => [SITE, reader, SIGN_IN],
  ],
  [
    'address in use',
    'auth/dist/mail/address-in-use-mail.js',
    'addressInUseMail',
    (reader) => [SITE, reader, 'verified'],
  ],
  [
    'administrator',
    'auth/dist/administrators/administrator-mail.js',
    'administratorMail',
    (reader) => [SITE, reader, { kind: 'made', who: 'x'.repeat(50), by: 'root_admin' }, NOW],
  ],
  [
    'access change',
    'auth/dist/account-access/access-change-mail.js',
    'accessChangeMail',
    (reader) => [SITE, reader, { kind: 'api-key', name: 'Hosting panel' }, NOW],
  ],
  [
    'recovery',
    'auth/dist/account-recovery/recovery-mail.js',
    'recoveryMail',
    (reader) => [SITE, reader, { kind: 'started', effectiveAt: NOW, token: 'c'.repeat(64) }],
  ],
  [
    'email changed',
    'auth/dist/email-change/email-changed-mail.js',
    'emailChangedMail',
    (reader) => [SITE, reader, { at: NOW, undoUntil: NOW, token: 'd'.repeat(64) }],
  ],
  [
    'new terms',
    'auth/dist/legal-notices/new-terms-mail.js',
    'newTermsMail',
    (reader) => [SITE, reader, { publishedAt: NOW, change: 'Refunds are new.' }],
  ],
  ...Object.entries(NOTICES).map(([name, notice]): (typeof MAILS)[number] => [
    name,
    'telegram/dist/notices/notice-mail.js',
    'noticeMail',
    async (reader) => {
      const file = 'telegram/dist/notices/notice-texts.js';
      const noticeText = await builtExport<(...values: unknown[]) => unknown>(file, 'noticeText');
      const text = noticeText(notice, SITE, reader.language);
      return [text, { ...reader, isLinked: false, publicUrl: SITE }];
    },
  ]),
];

for (const [kind, file, exported, values] of MAILS) {
  for (const language of ['en', 'id'] as const) {
    const name = `${kind}, ${language}`;
    test(`the mail “${name}” is readable in light, dark and plain text without remote images`, async ({
      page,
    }) => {
      const requests: string[] = [];
      await page.route('**/*', (route) => {
        requests.push(route.request().url());
        return route.abort();
      });
      const template = await builtExport<Template>(file, exported);
      const logo = await builtExport<{ cid: string; content: Buffer }>(
        'common/dist/platform/mail/mail-logo.js',
        'MAIL_LOGO',
      );
      const mail = template(...(await values({ username: 'rahmat_p', language })));
      // Mail programs show the attached image.
      const image = `data:image/png;base64,${logo.content.toString('base64')}`;
      const html = withProductName(mail.html, DEFAULT_PRODUCT_NAME).replace(
        `cid:${logo.cid}`,
        image,
      );
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 640]) {
          await page.setViewportSize({ width, height: 700 });
          await page.setContent(html);
          await expectNoViolations(page, `${name}, ${colorScheme}, ${width}`);
          await expectNoOverflow(page, `${name}, ${width}`);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/mail-${name.replaceAll(/[ ,]+/g, '-')}-${colorScheme}-${width}.png`,
              fullPage: true,
            });
        }
      }
      expect(requests).toEqual([]);

      expect(mail.text).not.toMatch(/<\/?[a-z]|&(amp|lt|gt|quot|#39);/);
      const links = (text: string) => text.match(/https:\/\/[^\s"<]+/g) ?? [];
      expect(new Set(links(mail.text))).toEqual(new Set(links(mail.html)));
      if (process.env.SHOTS) {
        await page.setViewportSize({ width: 640, height: 700 });
        await page.setContent('<pre style="white-space: pre-wrap; padding: 16px">');
        await page.locator('pre').evaluate((pre, text) => (pre.textContent = text), mail.text);
        await page.screenshot({
          path: `${process.env.SHOTS}/mail-${name.replaceAll(/[ ,]+/g, '-')}-text.png`,
          fullPage: true,
        });
      }
    });
  }
}
