import { expectNoOverflow, expectNoViolations } from '../support/accessibility.js';
import { expect, test } from '../support/console-errors.js';

interface Mail {
  subject: string;
  html: string;
}
interface Reader {
  username: string;
  language: 'en' | 'id';
}
type Template = (...values: unknown[]) => Mail;

/** Reads the mail templates written by the built services. */
async function template(file: string, name: string): Promise<Template> {
  const url = new URL(`../../../services/${file}`, import.meta.url).href;
  const module = (await import(url)) as Record<string, Template>;
  return module[name]!;
}

const SITE = 'https://casement.example';
const NOW = new Date('2026-11-21T07:02:00.000Z');
const SIGN_IN = { device: 'Chrome on Windows', address: '203.0.113.7', at: NOW };
const NOTICE = {
  title: 'The install on 203.0.113.24 failed',
  paragraphs: [
    '<b>The install on 203.0.113.24 failed.</b>\nThe VPS did not accept the root password.',
    '<b>What to do:</b> Check the root password with your provider.',
    'Your quota was returned to your balance.',
  ],
  link: { label: 'View install', url: `${SITE}/dashboard?open=install:01a1` },
};

const MAILS: [
  name: string,
  file: string,
  template: string,
  values: (reader: Reader) => unknown[],
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
    'notice',
    'telegram/dist/notices/notice-mail.js',
    'noticeMail',
    ({ language }) => [NOTICE, false, language],
  ],
];

for (const [kind, file, exported, values] of MAILS) {
  for (const language of ['en', 'id'] as const) {
    const name = `${kind}, ${language}`;
    test(`the mail “${name}” is readable in light and dark and loads no images`, async ({
      page,
    }) => {
      const requests: string[] = [];
      await page.route('**/*', (route) => {
        requests.push(route.request().url());
        return route.abort();
      });
      const { html } = (await template(file, exported))(
        ...values({ username: 'rahmat_p', language }),
      );
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [375, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          await page.setContent(html);
          await expectNoViolations(page, `${name}, ${colorScheme}, ${width}`);
          await expectNoOverflow(page, `${name}, ${width}`);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/mail-${name.replaceAll(/[ ,]+/g, '-')}-${colorScheme}-${width}.png`,
            });
        }
      }
      expect(requests).toEqual([]);
    });
  }
}
