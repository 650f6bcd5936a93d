import type { Page } from '@playwright/test';
import {
  makeCreated,
  makeDashboard,
  makeInstall,
  makeMachine,
  makeTopup,
} from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { settings } from '../support/identity.js';
import { failed, installer } from '../support/install.js';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import { List } from '../support/mock-api.js';
import { payer, TXID } from '../support/money.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const openSection = async (page: Page, name: string) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await pressButton(page, name);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
};
const toastOf = (page: Page, text: string) =>
  expect(page.locator('.toast', { hasText: text })).toBeVisible();
const restoreSize = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });

const chooseMethod = async (page: Page, name: RegExp) => {
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  const wanted = page.getByRole('radio', { name });
  for (let i = 0; i < 10 && !(await wanted.isChecked()); i += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeChecked();
};

test.describe('customer tasks, by keyboard only', () => {
  test('checks a VPS, and again after fixing it', async ({ open }) => {
    const page = await open('/dashboard', installer(), { user: true });
    await openSection(page, 'Install Windows');
    await typeInto(page, 'VPS IP address', '203.0.113.24');
    await typeInto(page, 'VPS root password', 'root-secret');
    await tabTo(page, page.getByLabel('Windows version'));
    await page.keyboard.type('Windows Server 2022');
    await pressButton(page, 'Check my VPS');
    await page.getByText('Windows can’t be installed on 203.0.113.24 yet.').waitFor();
    await expectAccessibleEverywhere(page, 'check-refused');
    await restoreSize(page);
    await pressButton(page, 'Check my VPS');
    await expect(page.getByText('203.0.113.24 is ready for Windows.')).toBeVisible();
    await expectAccessibleEverywhere(page, 'check-passed');
  });

  test('starts a failed install again', async ({ open }) => {
    const page = await open('/dashboard', installer(), { user: true });
    await openSection(page, 'Install History');
    await pressButton(page, `Details of ${failed.ip}`);
    await page.getByRole('dialog').waitFor();
    await pressButton(page, 'Try again');
    await page.getByRole('heading', { level: 1, name: 'Install Windows' }).waitFor();
    await expect(page.getByLabel('VPS IP address')).toHaveValue(failed.ip);
    await expect(page.locator('main input:focus')).toHaveCount(1);
  });

  test('labels a machine', async ({ open }) => {
    let label: string | null = null;
    const office = makeInstall({ ip: '198.51.100.7' });
    const lost = makeInstall({ ip: '192.0.2.77', status: 'failed' });
    const page = await open(
      '/dashboard',
      {
        ...customer(),
        'GET /user/machines': () =>
          new List([makeMachine({ ...office, label }), makeMachine(lost)]),
        [`PUT /user/install/${office.id}/label`]: (body) => {
          ({ label } = body as { label: string });
          return null;
        },
      },
      { user: true },
    );
    await openSection(page, 'My machines');
    await expectAccessibleEverywhere(page, 'machines');
    await restoreSize(page);
    await pressButton(page, 'Edit the label of 198.51.100.7');
    await page.getByRole('dialog').waitFor();
    await typeInto(page, 'Label', 'Office');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Label saved');
    await expect(page.getByText('Office', { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(
      page
        .getByRole('button', { name: 'Edit the label of 198.51.100.7' })
        .filter({ visible: true }),
    ).toBeFocused();
  });

  test('exports the install history', async ({ open }) => {
    const page = await open('/dashboard', customer(), { user: true });
    await openSection(page, 'Install History');
    const download = page.waitForEvent('download');
    await pressButton(page, 'Export CSV');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  test('§4 pays by Binance', async ({ open }) => {
    const page = await open('/dashboard', payer(), { user: true });
    await page.getByText('Welcome, Rahmat').waitFor();
    await pressButton(page, 'Topup Quota');
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('10');
    await chooseMethod(page, /Binance Pay/);
    await page.getByText('Rp 225.000').first().waitFor();
    await expectAccessibleEverywhere(page, 'topup-binance');
    await restoreSize(page);
    await pressButton(page, 'Proceed');
    await page.getByRole('button', { name: 'Continue with Binance Pay' }).waitFor();
    await expectAccessibleEverywhere(page, 'topup-confirm');
    await restoreSize(page);
    await pressButton(page, 'Continue with Binance Pay');
    await page.getByText('13.700123 USDT').waitFor();
    await expectAccessibleEverywhere(page, 'bpay');
    await restoreSize(page);
    await typeInto(page, 'Order ID', '7150510');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Your Order ID is still filled in').waitFor();
    await expectAccessibleEverywhere(page, 'bpay-not-found');
    await restoreSize(page);
    await typeInto(page, 'Order ID', TXID);
    await page.keyboard.press('Enter');
    await toastOf(page, '10 quota added. Your quota is now 17.');
  });

  test('pays by virtual account', async ({ open, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const created = makeCreated({
      pay_code: '8808123456789012',
      instructions: [
        { title: 'ATM BRI', steps: ['Pilih Transaksi Lain > Pembayaran > BRIVA'] },
        { title: 'BRImo', steps: ['Pilih menu BRIVA'] },
      ],
    });
    const page = await open(
      '/dashboard',
      { ...customer(), 'POST /user/topup': () => created },
      { user: true },
    );
    await page.getByText('Welcome, Rahmat').waitFor();
    await pressButton(page, 'Topup Quota');
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await chooseMethod(page, /^BRI/);
    await page.getByText('Rp 25.000').first().waitFor();
    await pressButton(page, 'Proceed');
    await tabTo(page, page.getByRole('button', { name: /^Pay Rp/ }));
    const order = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/user/topup'),
    );
    await page.keyboard.press('Enter');
    expect((await order).headers()).toHaveProperty('idempotency-key');
    await page.getByText('8808123456789012').waitFor();
    await expectAccessibleEverywhere(page, 'payment-created');
    await restoreSize(page);
    await pressButton(page, 'Copy Virtual account number');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8808123456789012');
    await tabTo(page, page.locator('summary', { hasText: 'ATM BRI' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Pilih Transaksi Lain')).toBeVisible();
  });

  test('accepts new terms before a top-up, which then continues', async ({ open }) => {
    let accepted = false;
    const terms = { version: 2, change_en: 'Refunds are new.', change_id: 'Pengembalian baru.' };
    const page = await open(
      '/dashboard',
      {
        ...customer(),
        'GET /user/dashboard': () => ({
          ...makeDashboard(),
          terms_to_accept: accepted ? null : terms,
        }),
        'POST /user/terms/accept': () => {
          accepted = true;
          return null;
        },
      },
      { user: true },
    );
    await page.getByText('Welcome, Rahmat').waitFor();
    await pressButton(page, 'Topup Quota');
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await chooseMethod(page, /QRIS/);
    await page.getByText('Rp 25.000').first().waitFor();
    await pressButton(page, 'Proceed');
    await tabTo(page, page.getByRole('button', { name: /^Pay Rp/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New Terms of Service' }).waitFor();
    await expectAccessibleEverywhere(page, 'terms-gate');
    await restoreSize(page);
    await pressButton(page, 'Accept');
    await expect(page.getByText('Waiting for your payment')).toBeVisible();
  });

  test('opens a receipt and saves the details of later ones', async ({ open }) => {
    const topup = makeTopup({ receipt_number: 'RCP-2026-000042' });
    const page = await open(
      '/dashboard',
      {
        ...customer(),
        'GET /user/topup/history': () => new List([topup]),
        'PUT /user/receipts/buyer': (body) => body,
      },
      { user: true },
    );
    await openSection(page, 'Topup History');
    await pressButton(page, 'Quota history');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Quota history' })).toBeFocused();
    await tabTo(
      page,
      page
        .getByRole('button', { name: /RCP-2026-000042/ })
        .filter({ visible: true })
        .first(),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Receipt RCP-2026-000042' }).waitFor();
    await page.getByText('PT Jendela Awan Nusantara').waitFor();
    await expectAccessibleEverywhere(page, 'receipt');
    await restoreSize(page);
    await page.keyboard.press('Escape');
    await pressButton(page, 'Settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await typeInto(page, 'Name or company', 'CV Kaca Terang');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Receipt details saved');
  });

  test('downloads the stored data', async ({ open }) => {
    const page = await open(
      '/dashboard',
      { ...customer(), 'POST /user/account/export': () => ({ profile: {} }) },
      { user: true },
    );
    await openSection(page, 'Settings');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    const button = page
      .getByRole('region', { name: 'Your data' })
      .getByRole('button', { name: 'Download' });
    await tabTo(page, button);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('casement-data.json');
    await expect(button).toBeFocused();
  });

  test('connects a terminal by its code, and denies another', async ({ open }) => {
    const calls: unknown[] = [];
    const answers = {
      ...customer(),
      'POST /user/device-logins/approve': (body: unknown) => {
        calls.push(['approve', body]);
        return null;
      },
      'POST /user/device-logins/deny': (body: unknown) => {
        calls.push(['deny', body]);
        return null;
      },
    };
    for (const [button, toast] of [
      ['Create key', 'Terminal connected'],
      ['Deny', 'Request denied'],
    ] as const) {
      const page = await open('/dashboard?device=1', answers, { user: true });
      await expect(page.getByLabel('Code from your terminal')).toBeFocused();
      await page.keyboard.type('WDJBMJHT');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Create an API key for build-01?' }).waitFor();
      await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
      await pressButton(page, button);
      await toastOf(page, toast);
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.locator('main :focus')).toHaveCount(1);
    }
    const body = { user_code: 'WDJBMJHT' };
    expect(calls).toEqual([
      ['approve', body],
      ['deny', body],
    ]);
  });

  test('searches the help', async ({ open }) => {
    const page = await open('/dashboard', customer(), { user: true });
    await openSection(page, 'Help');
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type('root password accept');
    await page.getByText(/^\d+ results?$/).waitFor();
    await tabTo(page, page.locator('summary', { hasText: 'did not accept the root password' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('SSH_AUTH_FAILED', { exact: true })).toBeVisible();
  });

  test('creates an API key and a webhook', async ({ open }) => {
    const page = await open('/dashboard', customer(), { user: true });
    await settings(page);
    await pressButton(page, 'API keys');
    await pressButton(page, 'Create key');
    await typeInto(page, 'Name', 'Panel');
    await tabTo(page, page.getByRole('checkbox', { name: /View installs/ }));
    await page.keyboard.press('Space');
    await pressButton(page, 'Create key');
    await pressButton(page, 'I have copied it');
    await expect(page.getByRole('dialog')).toBeHidden();

    await pressButton(page, 'Webhooks');
    await pressButton(page, 'Create webhook');
    await typeInto(page, 'Endpoint URL', 'https://panel.example.com/webhooks');
    await tabTo(page, page.getByRole('checkbox', { name: /Install completed/ }));
    await page.keyboard.press('Space');
    await pressButton(page, 'Create webhook');
    await pressButton(page, 'I have copied it');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
