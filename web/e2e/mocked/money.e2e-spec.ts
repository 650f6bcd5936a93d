import type { Page } from '@playwright/test';
import { makeMethod, makeVersion } from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { payer } from '../support/money.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const toHistory = async (page: Page) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Topup History' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Topup History' }).waitFor();
};

test('§4 a pending crypto transfer is resumed from the history', async ({ open }) => {
  const page = await open('/dashboard', payer(), { user: true });
  await toHistory(page);
  const pay = page.getByRole('button', { name: 'Pay CS-26112300917' }).filter({ visible: true });
  await pay.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('13.700123 USDT', { exact: true })).toBeInViewport();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(pay).toBeFocused();
  await expectAccessibleEverywhere(page, 'topup-history-binance');
});

test('quota history shows every kind of change', async ({ open }) => {
  const page = await open('/dashboard', payer(), { user: true });
  await toHistory(page);
  await page.getByRole('button', { name: 'Quota history' }).click();
  await page.getByText('Added by an administrator').filter({ visible: true }).waitFor();
  await expectAccessibleEverywhere(page, 'quota-history');
});

const order = async (page: Page) => {
  await page.getByRole('button', { name: 'Topup Quota' }).click();
  await page.getByLabel('Quantity').fill('10');
  await page.getByRole('radio', { name: /QRIS/ }).check();
  await page.getByText('Rp 227.325', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Pay Rp 227.325' }).click();
};

test('§4 a QR payment is shown and can be closed for later', async ({ open }) => {
  const page = await open('/dashboard', customer(), { user: true });
  await order(page);
  await page.getByText('Waiting for your payment').waitFor();
  await expectAccessibleEverywhere(page, 'payment-qr');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('§2 transaction details are shown', async ({ open }) => {
  const page = await open('/dashboard', customer(), { user: true });
  await toHistory(page);
  await page
    .getByRole('button', { name: /^Details of/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Transaction details' }).waitFor();
  await expectAccessibleEverywhere(page, 'topup-details');
});

test('the total stays visible with many payment methods', async ({ open }) => {
  const many = Array.from({ length: 12 }, (_, n) =>
    makeMethod({ code: `VA${n}`, name: `Bank ${n} Virtual Account`, type: 'Virtual Account' }),
  );
  const page = await open(
    '/dashboard',
    { ...customer(), 'GET /user/payment-methods/enabled': () => [makeMethod(), ...many] },
    { user: true },
  );
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole('button', { name: 'Topup Quota' }).click();
  await page.getByLabel('Quantity').fill('10');
  await page.getByRole('radio', { name: /QRIS/ }).check();
  const total = page.getByText('Rp 227.325', { exact: true });
  await total.waitFor();
  await expect(page.getByRole('radio', { name: /Bank 11/ })).not.toBeInViewport();
  await expect(total).toBeInViewport();
  await expectAccessibleEverywhere(page, 'topup-many-methods', [375, 1280]);
});

test('a top-up warns that no image is installable and asks for confirmation', async ({ open }) => {
  const page = await open(
    '/dashboard',
    { ...customer(), 'GET /user/windows-versions': () => [makeVersion({ available: false })] },
    { user: true },
  );
  await page.getByRole('button', { name: 'Topup Quota' }).click();
  await page.getByLabel('Quantity').fill('10');
  await page.getByRole('radio', { name: /QRIS/ }).check();
  await page.getByText('No Windows version can be installed right now.').waitFor();
  await page.getByText('Rp 227.325', { exact: true }).waitFor();
  await expectAccessibleEverywhere(page, 'topup-nothing-installable');
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Pay Rp 227.325' }).click();
  await expect(page.getByRole('checkbox', { name: 'Top up anyway' })).toBeFocused();
  await expectAccessibleEverywhere(page, 'topup-nothing-installable-confirm');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pay Rp 227.325' }).click();
  await page.getByText('Waiting for your payment').waitFor();
});
