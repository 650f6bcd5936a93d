import { makeUser } from '@casement/web/testing/factories/factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { pressButton, tabTo } from '../support/keyboard.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test('a top-up works by keyboard and restores the focus', async ({ open }) => {
  const page = await open('/dashboard', customer(), { user: true });
  const quickAction = page.getByRole('button', { name: 'Topup Quota' });
  await quickAction.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quantity')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  const qris = page.getByRole('radio', { name: /QRIS/ });
  for (let i = 0; i < 10 && !(await qris.evaluate((e) => e === document.activeElement)); i++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeEnabled();
  await expect(page.getByText('Rp 225.000')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(quickAction).toBeFocused();
});

for (const width of [375, 1280]) {
  test(`the account menu works by keyboard at ${width} px`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 812 });
    const answers = { ...customer(), 'PUT /user/profile': () => ({ user: makeUser() }) };
    await open('/dashboard', answers, { user: true });
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    const avatar = page.getByRole('button', { name: 'Account menu of rahmat_p' });
    await tabTo(page, avatar);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'rahmat_p' });
    await expect(menu.getByRole('button', { name: 'Settings' })).toBeFocused();
    await expectAccessibleEverywhere(page, `account-menu-${width}`);
    await tabTo(page, menu.getByRole('button', { name: 'Sign out' }));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(avatar).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, menu.getByRole('button', { name: /^Time zone/ }));
    await page.keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await tabTo(page, page.getByLabel('Time zone', { exact: true }));
    await page.keyboard.type('Asia/Mak');
    await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue('Asia/Makassar');
    await pressButton(page, 'Save');
    await expect(page.locator('.toast', { hasText: 'Settings saved' })).toBeVisible();
    await expectAccessibleEverywhere(page, `preferences-${width}`);
  });
}

test('the theme survives a reload without flashing', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open('/', {});
  await expect(page.locator('html')).toHaveClass('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.reload({ waitUntil: 'commit' });
  // The script in the head sets the class before the first paint.
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await page.evaluate(() => localStorage.getItem('casement-theme'))).toBe('dark');
});

test('the theme follows the system when none is stored', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/', {});
  await expect(page.locator('html')).toHaveClass('dark');
});
