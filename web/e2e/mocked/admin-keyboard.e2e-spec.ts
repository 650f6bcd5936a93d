import type { LegalPageForAdmin } from '@casement/proto/http/auth/legal.js';
import type { Locator, Page } from '@playwright/test';
import { makeProduct, makeReview } from '@casement/web/testing/factories/admin-factories.js';
import { makeReceiptSettings } from '@casement/web/testing/factories/receipt-factories.js';
import { makeAllowed } from '@casement/web/testing/factories/security-factories.js';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import { List, Refusal, type Answers } from '../support/mock-api.js';
import { busySecurityAnswers } from '../support/security.js';
import { expect, test, type Site } from '../support/site.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const { id: BUDI } = administrator()['GET /admin/users/*']!(null) as { id: string };
const TERMS = 'These are the terms.';
const legalPage: LegalPageForAdmin = {
  page: 'terms',
  draft: null,
  versions: [
    {
      version: 1,
      published_at: '2026-11-20T03:00:00.000Z',
      text_en: TERMS,
      text_id: 'Ini ketentuannya.',
      change_en: '',
      change_id: '',
      asks_acceptance: true,
    },
  ],
  template_en: '# Terms of Service',
  template_id: '# Ketentuan Layanan',
};

const openSection = async (open: Site['open'], name: string, answers: Answers = {}) => {
  const page = await open('/admin', { ...administrator(), ...answers }, { user: true });
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await pressButton(page, name);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  return page;
};
const visible = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
const toastOf = (page: Page, text: string) =>
  expect(page.locator('.toast', { hasText: text })).toBeVisible();
const noDialog = (page: Page) => expect(page.getByRole('dialog')).toBeHidden();

test.describe('administrator tasks, by keyboard only', () => {
  test('decides about a payment under review', async ({ open }) => {
    let decided: unknown;
    const review = makeReview();
    const page = await openSection(open, 'Top-ups', {
      'GET /admin/topups/review': () => new List(decided ? [] : [review]),
      [`POST /admin/topups/${review.id}/review/resolve`]: (body) => {
        decided = body;
        return null;
      },
    });
    await tabTo(page, page.getByRole('button', { name: /^Resolve / }).filter({ visible: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('radio', { name: /^Credit 10 quota/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^Close with a note/ })).toBeChecked();
    await typeInto(page, 'Note', 'Refunded by bank transfer.');
    await pressButton(page, 'Close with a note');
    await noDialog(page);
    expect(decided).toMatchObject({ note: 'Refunded by bank transfer.' });
  });

  test('opens an install and edits its status', async ({ open }) => {
    const page = await openSection(open, 'Installs', { 'PUT /admin/install-data/*': () => null });
    await pressButton(page, '192.0.2.77');
    await page.getByRole('dialog').getByText('Step check').waitFor();
    await pressButton(page, 'Edit status');
    await tabTo(page, page.getByLabel('New status'));
    await page.keyboard.type('Completed');
    await pressButton(page, 'Update Status');
    await toastOf(page, 'Install status updated successfully');
    await expect(page.getByRole('dialog', { name: 'Edit install status' })).toBeHidden();
    await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await noDialog(page);
    await expect(visible(page, '192.0.2.77')).toBeFocused();
  });

  test('suspends a user after a preview', async ({ open }) => {
    const sent: unknown[] = [];
    const answers = administrator();
    const page = await openSection(open, 'Users', {
      'POST /admin/users/actions': (body) => {
        sent.push(body);
        return answers['POST /admin/users/actions']!(body);
      },
    });
    await tabTo(
      page,
      page.getByRole('checkbox', { name: 'Select budi_s', exact: true }).filter({ visible: true }),
    );
    await page.keyboard.press('Space');
    await pressButton(page, 'Suspend');
    await page.getByText('Will change: 1 user').waitFor();
    await typeInto(page, 'Reason', 'Sends spam.');
    await pressButton(page, 'Suspend 1 user');
    await toastOf(page, '1 user suspended');
    expect(sent.at(-1)).toMatchObject({ action: 'suspend', reason: 'Sends spam.' });
  });

  test('starts and cancels a recovery', async ({ open }) => {
    const status = { available: true, effective_at: null as string | null };
    const page = await openSection(open, 'Users', {
      [`GET /admin/users/${BUDI}/recovery`]: () => ({ ...status }),
      [`POST /admin/users/${BUDI}/recovery`]: () => {
        status.effective_at = '2026-11-30T07:00:00.000Z';
        return status;
      },
      [`DELETE /admin/users/${BUDI}/recovery`]: () => {
        status.effective_at = null;
        return null;
      },
    });
    await pressButton(page, 'Open budi_s');
    await page.getByRole('heading', { name: 'budi_s' }).first().waitFor();
    await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
    await pressButton(page, 'Sessions');
    await pressButton(page, 'Start recovery');
    await page.getByRole('dialog', { name: 'Account recovery' }).waitFor();
    await pressButton(page, 'Start recovery');
    await toastOf(page, 'Recovery started');
    await expect(page.getByRole('button', { name: 'Cancel recovery' })).toBeFocused();
    await page.keyboard.press('Enter');
    await toastOf(page, 'Recovery cancelled');
    await expect(page.getByRole('button', { name: 'Start recovery' })).toBeFocused();
  });

  test('publishes an announcement', async ({ open }) => {
    const page = await openSection(open, 'Announcements', {
      'PUT /admin/announcements/*': (body) => body,
    });
    await pressButton(page, 'New announcement');
    await typeInto(page, 'Text in English', 'Maintenance tonight.');
    await typeInto(page, 'Text in Indonesian', 'Pemeliharaan malam ini.');
    for (const label of ['From (Asia/Jakarta)', 'Until (Asia/Jakarta)']) {
      const time = page.getByLabel(label, { exact: true });
      await tabTo(page, time);
      await page.keyboard.type(label.startsWith('From') ? '2098-12-01 20:00' : '2098-12-01 21:00');
    }
    await pressButton(page, 'Save');
    await toastOf(page, 'Announcement saved');
    await noDialog(page);
    await expect(visible(page, 'New announcement')).toBeFocused();
  });

  test('previews and publishes a legal page', async ({ open, page: shown }) => {
    shown.on('dialog', (question) => void question.accept());
    let published: unknown;
    const page = await openSection(open, 'Legal Pages', {
      'GET /admin/legal/*': () => legalPage,
      'POST /admin/legal-preview': () => ({ html: `<p>${TERMS}</p>` }),
      'POST /admin/legal/terms/publish': (body) => {
        published = body;
        return { page: 'terms', version: 2, published_at: '2026-11-21T03:00:00.000Z' };
      },
    });
    await expectAccessibleEverywhere(page, 'admin-legal');
    await page.setViewportSize({ width: 1280, height: 900 });
    await pressButton(page, 'Preview: Text in English');
    await page.getByRole('dialog').getByText(TERMS).waitFor();
    await expectAccessibleEverywhere(page, 'admin-legal-preview');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await expect(visible(page, 'Preview: Text in English')).toBeFocused();
    await typeInto(page, 'Changes in English', 'Refunds are new.');
    await tabTo(page, page.getByRole('checkbox', { name: /Ask customers to accept/ }));
    await page.keyboard.press('Space');
    await pressButton(page, 'Publish');
    await toastOf(page, 'Page published');
    expect(published).toMatchObject({ change_en: 'Refunds are new.', asks_acceptance: true });
  });

  test('chooses a day in the audit log', async ({ open }) => {
    const page = await openSection(open, 'Audit Log');
    await pressButton(page, 'Choose a date: From');
    await page.getByRole('dialog', { name: 'Choose a date: From' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await noDialog(page);
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(visible(page, 'Choose a date: From')).toBeFocused();
  });

  test('disables a payment method and saves the receipt settings', async ({ open }) => {
    const page = await openSection(open, 'Payment Methods', {
      'PATCH /admin/payment-methods/*': () => null,
      'PUT /admin/receipts/settings': () => makeReceiptSettings(),
    });
    await pressButton(page, 'Disable QRIS');
    await toastOf(page, 'Payment method updated');
    await pressButton(page, 'Receipts');
    await page.getByRole('heading', { level: 1, name: 'Receipts' }).waitFor();
    await pressButton(page, 'Edit settings');
    await typeInto(page, 'Seller’s name', 'PT Kaca');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Receipt settings saved');
  });

  test('adds, prices and deletes a product', async ({ open, page: shown }) => {
    shown.on('dialog', (question) => void question.accept());
    const products = [makeProduct(), makeProduct({ name: 'Ten at once' })];
    let confirmed = false;
    const page = await openSection(open, 'Products', {
      'GET /admin/products': () => products,
      'POST /admin/products': () => {
        products.push(makeProduct({ name: 'Trial' }));
        return products[2];
      },
      'PUT /admin/products/*': () => {
        if (confirmed) return products[0];
        confirmed = true;
        const question = 'The price changes from Rp 25.000 to Rp 2.500.';
        return new Refusal(409, question, 'PRICE_CHANGE_UNCONFIRMED');
      },
      [`DELETE /admin/products/${products[0]!.id}`]: () => {
        products.shift();
        return null;
      },
    });
    await pressButton(page, 'Add Product');
    await typeInto(page, 'Name', 'Trial');
    await typeInto(page, 'Price (Rp)', '10000');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Product created successfully');
    await noDialog(page);
    await expect(visible(page, 'Add Product')).toBeFocused();

    await pressButton(page, 'Edit Install quota');
    await typeInto(page, 'Price (Rp)', '2500');
    await page.keyboard.press('Enter');
    await page.getByText('The price changes from Rp 25.000 to Rp 2.500.').waitFor();
    await pressButton(page, 'Change price');
    await toastOf(page, 'Product updated successfully');
    await expect(visible(page, 'Edit Install quota')).toBeFocused();

    await pressButton(page, 'Delete Install quota');
    await toastOf(page, 'Product deleted successfully');
    await expect(visible(page, 'Delete Ten at once')).toBeFocused();
  });

  test('changes a detection rule and the allowlist', async ({ open }) => {
    const allowed = [makeAllowed(), makeAllowed({ network: '203.0.113.0/24', note: '' })];
    const modes: unknown[] = [];
    const page = await openSection(open, 'Detection Rules', {
      ...busySecurityAnswers(),
      'PATCH /security/rules/*': (body) => {
        modes.push(body);
        return null;
      },
      'GET /security/allowlist': () => allowed,
      'POST /security/allowlist': (body) => {
        allowed.unshift(makeAllowed(body as { network: string; note: string }));
        return allowed[0];
      },
      'DELETE /security/allowlist': (body) => {
        const { network } = body as { network: string };
        allowed.splice(
          allowed.findIndex((one) => one.network === network),
          1,
        );
        return null;
      },
    });
    const mode = page.getByLabel('Mode of password-guessing').filter({ visible: true });
    await tabTo(page, mode);
    await page.keyboard.press('ArrowDown');
    await toastOf(page, 'password-guessing: Test mode');
    expect(modes).toEqual([{ mode: 'simulate' }]);
    await expect(mode).toBeFocused();

    await pressButton(page, 'Add');
    await typeInto(page, 'Address or network', '192.0.2.0/24');
    await typeInto(page, 'Note (optional)', 'Office');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Rules will no longer block 192.0.2.0/24.');
    await expect(visible(page, 'Add')).toBeFocused();

    await pressButton(page, 'Remove 192.0.2.0/24 from the allowlist');
    await page.getByRole('dialog').waitFor();
    await pressButton(page, 'Remove');
    await toastOf(page, 'Rules apply to 192.0.2.0/24 again.');
    await noDialog(page);
    await expect(visible(page, `Remove ${allowed[0]!.network} from the allowlist`)).toBeFocused();
  });

  test('adds a Windows version and ends a desktop', async ({ open }) => {
    const page = await openSection(open, 'Windows Versions', {
      'POST /admin/windows-versions': (body) => body,
      'POST /admin/desktops/*': () => null,
    });
    await pressButton(page, 'Add Windows Version');
    await typeInto(page, 'Name', 'Windows Server 2025');
    await typeInto(page, 'Slug', 'ws2025');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Windows version created successfully');
    await pressButton(page, 'Desktops');
    await page.getByRole('heading', { level: 1, name: 'Desktops' }).waitFor();
    await pressButton(page, 'End the desktop of 203.0.113.24');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect(visible(page, 'End the desktop of 203.0.113.24')).toBeFocused();
  });

  test('adds a Linux version, imports its image, and stops offering it', async ({ open }) => {
    const sent: unknown[] = [];
    const record = (body: unknown) => sent.push(body);
    const page = await openSection(open, 'Windows Versions', {
      'POST /admin/linux-versions': record,
      'PUT /admin/linux-versions/*': record,
      'GET /admin/windows-images/files': () => [
        { name: 'ubuntu.qcow2', size: 2 ** 29, modified_at: '2026-11-20T03:00:00.000Z' },
      ],
      'POST /admin/windows-images/import': record,
    });
    await pressButton(page, 'Add Linux Version');
    await typeInto(page, 'Name', 'AlmaLinux 9');
    await typeInto(page, 'Slug', 'alma-9');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Linux version created successfully');
    await noDialog(page);

    await pressButton(page, 'Image of Ubuntu 24.04 LTS');
    await page.getByRole('dialog').waitFor();
    await pressButton(page, 'Import Image');
    const file = page.getByLabel('File', { exact: true });
    await tabTo(page, file);
    await file.getByRole('option', { name: /ubuntu/ }).waitFor({ state: 'attached' });
    await page.keyboard.type('ubuntu');
    await expect(file).toHaveValue('ubuntu.qcow2');
    await pressButton(page, 'Start Import');
    await toastOf(page, 'Import started');
    await page.getByRole('dialog', { name: 'Image of Ubuntu 24.04 LTS' }).waitFor();
    await page.keyboard.press('Escape');
    await noDialog(page);

    await pressButton(page, 'Edit Debian 12');
    await tabTo(page, page.getByRole('checkbox', { name: /^Offer this version/ }));
    await page.keyboard.press('Space');
    await pressButton(page, 'Save');
    await toastOf(page, 'Linux version updated successfully');
    await noDialog(page);
    await expect(visible(page, 'Edit Debian 12')).toBeFocused();
    expect(sent).toMatchObject([
      { name: 'AlmaLinux 9', slug: 'alma-9', enabled: true },
      { location: 'ubuntu.qcow2' },
      { name: 'Debian 12', enabled: false },
    ]);
  });

  test('finds a user by the command palette', async ({ open }) => {
    const page = await openSection(open, 'Installs');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('budi');
    await page
      .getByRole('option', { name: /^budi_s/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'budi_s' }).first()).toBeVisible();
  });
});
