import type { Page } from '@playwright/test';
import { makeTopup, makeUser } from '@casement/web/testing/factories/factories.js';
import type { Answers } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer, qrTopup } from '../support/customer.js';

// Runs in a browser because a reload must restore its history and storage.

const me = makeUser({ id: 'me' });
const unpaid = makeTopup({
  status: 'UNPAID',
  qr_url: qrTopup.qr_url,
  reference: qrTopup.reference,
});

const payer = (): Answers => ({
  ...customer(),
  'GET /user/profile': () => ({ user: me }),
  [`GET /user/topup/${unpaid.reference}`]: () => unpaid,
});

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const topup = (page: Page) => page.getByRole('dialog', { name: 'Topup Quota' });

/** Selects ten by QRIS in the top-up dialog, opened from the Install History section. */
const choose = async (page: Page) => {
  await sections(page).getByRole('button', { name: 'Install History' }).click();
  await page.getByRole('heading', { level: 1, name: 'Install History' }).waitFor();
  await page.getByRole('button', { name: 'Topup', exact: true }).click();
  await page.getByLabel('Quantity').fill('10');
  await page.getByRole('radio', { name: /QRIS/ }).check();
  await page.getByText('Rp 227.325', { exact: true }).waitFor();
};

test('Back closes only the top-up dialog; a reload keeps its selection', async ({ open }) => {
  const page = await open('/dashboard', payer(), { user: true });
  await choose(page);
  await page.reload();
  await expect(topup(page).getByLabel('Quantity')).toHaveValue('10');
  await expect(topup(page).getByRole('radio', { name: /QRIS/ })).toBeChecked();
  await page.goBack();
  await expect(topup(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Install History' })).toBeVisible();
});

test('a payment QR code survives a reload, Back and Forward', async ({ open }) => {
  const page = await open('/dashboard', payer(), { user: true });
  await choose(page);
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Pay Rp 227.325' }).click();
  const code = page.getByRole('dialog', { name: 'Pay with QRIS' });
  await code.waitFor();
  await page.reload();
  await expect(code.getByText('Rp 227.325', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(code).toBeHidden();
  await page.goForward();
  await expect(code.getByText('Rp 227.325', { exact: true })).toBeVisible();
});

test('Back closes the root password help and keeps the typed password', async ({ open }) => {
  const page = await open('/dashboard', payer(), { user: true });
  await sections(page).getByRole('button', { name: 'Install Windows' }).click();
  await page.getByLabel('VPS root password').fill('root-secret');
  await page.getByRole('button', { name: 'How to create it' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('VPS root password')).toHaveValue('root-secret');
});

test('a mail link opens its target when all data is already cached', async ({ open, page }) => {
  const known = page.waitForResponse('**/api/user/profile').then((answer) => answer.finished());
  // This makes the dashboard part of the first render.
  await page.route('**/assets/dashboard-*.js', async (route) => {
    await known;
    await route.continue();
  });
  await open(`/dashboard?open=topup:${unpaid.reference}`, payer(), { user: true });
  await expect(page.getByRole('dialog', { name: 'Transaction details' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('navigation on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('Back closes only the menu; a menu selection adds one history entry', async ({ open }) => {
    const page = await open('/dashboard', payer(), { user: true });
    await page.getByText('Welcome, Rahmat').waitFor();
    const menu = page.getByRole('dialog', { name: 'Menu', exact: true });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await menu.waitFor();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page.getByText('Welcome, Rahmat')).toBeVisible();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await menu.getByRole('button', { name: 'Topup History' }).click();
    await heading('Topup History').waitFor();
    await expect(menu).toBeHidden();
    await page.goBack();
    await expect(page.getByText('Welcome, Rahmat')).toBeVisible();
    await expect(menu).toBeHidden();
  });
});
