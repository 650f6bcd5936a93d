import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/site.js';
import { ALL } from '../support/widths.js';
import { customer, visitor } from '../support/world.js';

const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );

const section = (name: string) => async (page: Page) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect(page.getByRole('dialog')).toBeHidden();
};

/** The account screens are in identity.e2e-spec.ts. */
const SCREENS: [name: string, path: string, reach: (page: Page) => Promise<unknown>][] = [
  ['landing', '/', (p) => p.getByRole('heading', { level: 1 }).waitFor()],
  [
    'learn more',
    '/',
    async (p) => {
      await p.getByRole('button', { name: 'Learn More' }).click();
      await p.getByRole('dialog').waitFor();
    },
  ],
  [
    'login with errors',
    '/login',
    async (p) => {
      await p.getByRole('button', { name: 'Sign In' }).click();
      await p.getByText('Password is required').waitFor();
    },
  ],
  ['dashboard', '/dashboard', (p) => p.getByText('Writing Windows').waitFor()],
  ['install', '/dashboard', section('Install Windows')],
  ['install history', '/dashboard', section('Install History')],
  ['topup history', '/dashboard', section('Topup History')],
  ['settings', '/dashboard', section('Settings')],
  [
    'topup',
    '/dashboard',
    async (p) => {
      await p.getByRole('button', { name: 'Topup Quota' }).click();
      await p.getByRole('radio', { name: /QRIS/ }).check();
    },
  ],
  [
    'rdp',
    '/dashboard',
    async (p) => {
      await section('Install History')(p);
      await p
        .getByRole('button', { name: 'Connect to 198.51.100.7', exact: true })
        .filter({ visible: true })
        .click();
      await p.getByRole('dialog').waitFor();
    },
  ],
];

for (const theme of ['light', 'dark'] as const) {
  for (const width of [375, 1024, 1280]) {
    test.describe(`axe, ${theme}, ${width} px`, () => {
      test.skip(ALL, 'shots.e2e-spec.ts looks at these and more');
      test.use({
        colorScheme: theme,
        viewport: { width, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      });
      for (const [name, path, reach] of SCREENS) {
        test(name, async ({ open }) => {
          const user = path === '/dashboard';
          const page = await open(path, user ? customer() : visitor(), { user });
          await reach(page);
          expect(await violations(page)).toEqual([]);
          const beyond = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          expect(beyond, 'pixels that stick out sideways').toBeLessThanOrEqual(0);
        });
      }
    });
  }
}
