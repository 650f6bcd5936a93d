import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-errors.js';
import { administrator, newAdministrator, newUser, PASSWORD, type Account } from './accounts.js';
import { simulatePayment, transfer } from './sandbox.js';
import { placeOrder, signInAs, toAdminSection, toast, toSection } from './screens.js';

/** Screenshots are stored for review if SHOTS_DIR is set. */
const { SHOTS_DIR } = process.env;
const shot = async (page: Page, name: string) => {
  if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, `money-${name}.png`) });
};

const PICTURE = join(import.meta.dirname, '..', '..', '..', 'deploy/demo/desktop.png');

/** Places an order in the top-up dialog. The page then shows the payment. */
async function order(page: Page, quantity: number, method: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Topup Quota' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quantity').fill(String(quantity));
  await dialog.getByRole('radio', { name: method }).check();
  await placeOrder(dialog);
}

async function asCustomer(page: Page): Promise<Account> {
  const customer = await newUser();
  await signInAs(page, customer.username, PASSWORD);
  await expect(page.getByText(`Welcome, ${customer.username}`)).toBeVisible();
  return customer;
}

async function asAdministrator(page: Page): Promise<void> {
  const admin = await newAdministrator(await administrator());
  await signInAs(page, admin.username, PASSWORD);
}

test.describe('money, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('§4 a crypto transfer is ordered, not found, sent, verified and in the history', async ({
    page,
  }) => {
    await asCustomer(page);
    await order(page, 10, /Binance Pay/);
    const dialog = page.getByRole('dialog');
    const amount = await dialog.getByText(/^\d+\.\d{6} USDT$/).textContent();
    await shot(page, 'transfer');

    await dialog.getByLabel('Order ID').fill('M_P_11112222333344445');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expect(dialog.getByText('Your Order ID is still filled in')).toBeVisible();
    await shot(page, 'transfer-not-found');

    const orderId = await transfer(amount!.replace(' USDT', ''));
    await dialog.getByLabel('Order ID').fill(orderId);
    // The provider's history fetched by the first attempt is cached for a while.
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Verify' }).click();
      await expect(dialog).toBeHidden({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(toast(page, '10 quota added. Your quota is now 10.')).toBeVisible();
    await expect(page.getByText('Current quota').locator('..')).toContainText('10');

    await toSection(page, 'Topup History');
    await expect(page.getByRole('row', { name: /Binance Pay/ })).toContainText('PAID');
    await page.getByRole('button', { name: 'Quota history' }).click();
    await expect(page.getByRole('dialog').getByRole('row', { name: /Top-up/ })).toContainText(
      '+10',
    );
    await shot(page, 'quota-history');
  });

  test('§2 an underpaid order waits for an administrator, who settles it manually', async ({
    page,
    browser,
  }) => {
    const customer = await asCustomer(page);
    await order(page, 1, /QRIS/);
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
    const { reference } = await simulatePayment('underpay');

    const desk = await browser.newPage();
    await asAdministrator(desk);
    await toAdminSection(desk, 'Top-ups');
    const resolve = desk.getByRole('button', { name: `Resolve ${reference}` });
    const waiting = desk.getByRole('row', { name: new RegExp(reference) }).filter({ has: resolve });
    await expect(async () => {
      await toSection(desk, 'Products');
      await toSection(desk, 'Top-ups');
      await expect(waiting).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await shot(desk, 'review');
    await resolve.click();
    const task = desk.getByRole('dialog', { name: 'Review payment' });
    await task.getByRole('radio', { name: /^Close with a note/ }).check();
    await task
      .getByRole('textbox', { name: 'Note' })
      .fill('The customer paid the rest; quota set by hand.');
    await task.getByRole('button', { name: 'Close with a note' }).click();
    await expect(toast(desk, 'Review closed')).toBeVisible();
    await expect(waiting).toBeHidden();

    await toSection(desk, 'Users');
    await desk.getByLabel('Search username or email').fill(customer.username);
    await desk.getByRole('button', { name: `Update the quota of ${customer.username}` }).click();
    const dialog = desk.getByRole('dialog', { name: 'Update User Quota' });
    await dialog.getByLabel('Amount').fill('3');
    await expect(dialog.getByText('0 + 3 = 3')).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Quota' }).click();
    await expect(toast(desk, 'User quota increased to 3')).toBeVisible();
    await shot(desk, 'users');

    await page.reload();
    await expect(page.getByText('Current quota').locator('..')).toContainText('3');
  });

  test('§2 a product gets a picture and a price and disappears when deleted', async ({ page }) => {
    await asAdministrator(page);
    await toAdminSection(page, 'Products');
    const name = `Quota ${Date.now().toString(36)}`;
    await page.getByRole('button', { name: 'Add Product' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Description').fill('One install of Windows.');
    await dialog.getByLabel('Price (Rp)').fill('25000.50');
    await dialog.getByLabel('Image (optional)').setInputFiles(PICTURE);
    await expect(dialog.getByAltText('Image preview')).toBeVisible();
    await shot(page, 'product-dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Product created successfully')).toBeVisible();

    const row = page.getByRole('row', { name: new RegExp(name) });
    const picture = row.locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await shot(page, 'products');
    const kept = await page.request.get((await picture.getAttribute('src'))!);
    expect(kept.headers()['content-type']).toBe('image/webp');
    // The uploaded file is re-encoded and never served unchanged.
    expect(await kept.body()).not.toEqual(readFileSync(PICTURE));

    page.once('dialog', (question) => void question.accept());
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(toast(page, 'Product deleted successfully')).toBeVisible();
    await expect(row).toBeHidden();
  });

  test('§2 payment methods are synced, and a disabled method is not offered', async ({
    page,
    browser,
  }) => {
    await asAdministrator(page);
    await toAdminSection(page, 'Payment Methods');
    await page.getByRole('button', { name: 'Sync from provider' }).click();
    await expect(toast(page, 'Sync successful')).toBeVisible();
    const row = page.getByRole('row', { name: /QRIS2?\b/ }).first();
    const name = (await row.getByRole('button').getAttribute('aria-label'))!.replace(
      'Disable ',
      '',
    );
    await row.getByRole('button', { name: `Disable ${name}` }).click();
    await expect(toast(page, `${name} has been disabled`)).toBeVisible();
    await shot(page, 'payment-methods');

    const shop = await browser.newPage();
    await asCustomer(shop);
    await shop.getByRole('button', { name: 'Topup Quota' }).first().click();
    await expect(shop.getByRole('radio', { name: /Binance Pay/ })).toBeVisible();
    await expect(shop.getByRole('radio', { name })).toHaveCount(0);
    await row.getByRole('button', { name: `Enable ${name}` }).click();
    await expect(toast(page, `${name} has been enabled`)).toBeVisible();
  });
});
