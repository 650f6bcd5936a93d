import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { expect, test } from '../support/site.js';
import { ALL } from '../support/widths.js';
import { customer, visitor } from '../support/customer.js';

const section = (name: string) => async (page: Page) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect(page.getByRole('dialog')).toBeHidden();
};

/** identity.e2e-spec.ts covers the account screens. */
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
    'access to your account',
    '/dashboard',
    async (p) => {
      await section('Settings')(p);
      await p.getByRole('button', { name: 'Access', exact: true }).click();
      await p.getByRole('button', { name: 'Revoke everything else' }).click();
      await p.getByRole('dialog').waitFor();
    },
  ],
  [
    'api key form',
    '/dashboard',
    async (p) => {
      await section('Settings')(p);
      await p.getByRole('button', { name: 'API keys' }).click();
      await p.getByRole('button', { name: 'Create key' }).click();
      await p.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await p.getByRole('alert').getByText('Please enter a name for the key').waitFor();
    },
  ],
  [
    'webhooks',
    '/dashboard',
    async (p) => {
      await section('Settings')(p);
      await p.getByRole('button', { name: 'Webhooks', exact: true }).click();
      await p.getByRole('button', { name: /^Deliveries: https:\/\/panel/ }).click();
      await p.getByText('Test event').filter({ visible: true }).first().waitFor();
    },
  ],
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
  [
    'notifications',
    '/dashboard',
    async (p) => {
      await p.getByRole('button', { name: 'Notifications', exact: true }).click();
      await p.getByText('Payment received: 5 quota added.').waitFor();
    },
  ],
  [
    'all notifications',
    '/dashboard',
    async (p) => {
      await p.getByRole('button', { name: 'Notifications', exact: true }).click();
      await p.getByRole('button', { name: 'All notifications' }).click();
      await p.getByText('Showing 1 to 15 of 17 entries').waitFor();
    },
  ],
];

test.describe('accessibility and layout: visitor and customer screens', () => {
  test.skip(ALL, 'shots.e2e-spec.ts examines these and more');
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const [name, path, reach] of SCREENS) {
    test(name, async ({ open }) => {
      const user = path === '/dashboard';
      const page = await open(path, user ? customer() : visitor(), { user });
      await reach(page);
      await expectAccessibleEverywhere(page, name.replaceAll(' ', '-'), [375, 1024, 1280]);
    });
  }
});

test('mobile menu opens every customer section', async ({ open, page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open('/dashboard', customer(), { user: true });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await section('Settings')(page);
});
