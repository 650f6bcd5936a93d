import type { BrandSettings } from '@casement/proto/http/auth/brand.js';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { expect, test } from '../support/site.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const SETTINGS: BrandSettings = {
  name: 'Acme Cloud',
  accent: '#a3003c',
  logo_light: null,
  logo_dark: null,
  favicon: null,
  support_email: 'help@acme.example',
  support_chat_url: null,
  mail_sender_name: null,
  footer_links: [{ label: 'Blog', url: 'https://acme.example/blog' }],
  landing_texts: { en: { headline: 'Windows on your own server' }, id: {} },
};
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="20"><rect width="200" height="20" fill="#a3003c"/></svg>';

interface Upload {
  kind: string;
  png: string;
}

test('admin Brand: converts a chosen SVG to a PNG of the allowed size', async ({ open, page }) => {
  const uploads: Upload[] = [];
  await page.route('/brand/*.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(uploads[0]!.png, 'base64') }),
  );
  const answers = {
    ...administrator(),
    'GET /admin/brand': () => SETTINGS,
    'POST /admin/brand/images': (body: unknown) => {
      uploads.push(body as Upload);
      return { hash: 'a'.repeat(64) };
    },
  };
  await open('/admin', answers, { user: true });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Brand', exact: true }).click();
  await page
    .getByLabel('Logo for the light theme', { exact: true })
    .locator('input')
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(SVG),
    });
  await page.getByRole('img', { name: 'Chosen image' }).waitFor();
  const png = Buffer.from(uploads[0]!.png, 'base64');
  expect(uploads[0]!.kind).toBe('logo_light');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 48]);
  await expectAccessibleEverywhere(page, 'brand');
});
