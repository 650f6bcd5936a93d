import type { Locator, Page } from '@playwright/test';
import { changeLanguage } from '../support/accessibility.js';
import { installWindows } from '../support/erase.js';
import { expect, test } from '../support/console-errors.js';
import { administrator, grantQuota, newUser, PASSWORD, quotaOf, type Account } from './accounts.js';
import { readConsoleCode, readMachineFacts, signIn, startVps } from './lab.js';
import { signInAs, toSection } from './screens.js';

const { GUARDED_VPS, VPS_ADDRESS = '', VPS_ROOT_PASSWORD = '', RDP_PASSWORD = '' } = process.env;
const shots = process.env.SHOTS_DIR ?? 'test-results/recovery';
/** Limits that only catch hangs: a conversion takes four minutes on an idle machine. */
const CONVERTED = { timeout: 40 * 60_000 };

const rowOf = (page: Page) => page.getByRole('row', { name: new RegExp(VPS_ADDRESS) });

/** Takes screenshots in both languages. */
async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${shots}/${name}.png` });
  await changeLanguage(page, 'id');
  await page.screenshot({ path: `${shots}/${name}-id.png` });
  await changeLanguage(page, 'en');
}

/** Installs a Windows that restarts as soon as it starts, until the recovery system has reported. */
async function failInstall(page: Page): Promise<Account> {
  const customer = await newUser();
  await grantQuota(customer, await administrator(), 1);
  await signInAs(page, customer.username, PASSWORD);
  await page.getByRole('button', { name: 'Install Windows' }).first().click();
  await page.getByLabel('VPS IP address').fill(VPS_ADDRESS);
  await page.getByLabel('VPS root password', { exact: true }).fill(VPS_ROOT_PASSWORD);
  await page.getByLabel('Windows version').selectOption({ label: 'Restarting Windows' });
  await page.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
  await installWindows(page, VPS_ADDRESS, 5 * 60_000);
  await toSection(page, 'Install History');
  await expect(rowOf(page).getByText('Failed', { exact: true })).toBeVisible(CONVERTED);
  await expect(page.getByText('Windows did not start').first()).toBeVisible();
  expect(await quotaOf(customer)).toBe(1);
  return customer;
}

/** Enters the code on the console and the number that confirms, and sends the dialog. */
async function order(page: Page, dialog: Locator, button: string, name: string): Promise<void> {
  await dialog.getByLabel('Code on the console').fill(await readConsoleCode());
  await dialog.getByLabel(/type the last number of/).fill(VPS_ADDRESS.split('.').at(-1)!);
  await shot(page, name);
  // The page asks for the account's password if the sign-in is more than five minutes ago.
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await page.addLocatorHandler(confirmation, async () => {
    await confirmation.getByLabel('Your password').fill(PASSWORD);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
  });
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
  await toSection(page, 'Install History');
  await expect(rowOf(page).getByText('Completed', { exact: true })).toBeVisible(CONVERTED);
}

test.describe('recovery', () => {
  test.skip(!GUARDED_VPS, 'needs the lab: run web/e2e/stack/run.mjs --guard recovery');
  test.use({ viewport: { width: 1440, height: 900 } });
  test.describe.configure({ timeout: 2 * CONVERTED.timeout });
  test.beforeEach(() => startVps());

  test('a Windows that does not start returns the quota, and another is installed from the recovery system', async ({
    page,
  }) => {
    const customer = await failInstall(page);
    await page.getByRole('button', { name: `Details of ${VPS_ADDRESS}` }).click();
    const details = page.getByRole('dialog', { name: VPS_ADDRESS });
    await details.getByText('Show what was found').click();
    await shot(page, '1-failed');
    await details.getByRole('button', { name: 'Close' }).first().click();

    const again = `Install Windows again on ${VPS_ADDRESS}`;
    await page.getByRole('button', { name: again }).first().click();
    const dialog = page.getByRole('dialog', { name: `${again}?` });
    await dialog.getByLabel('Windows version').selectOption({ label: 'Stand-in Windows' });
    await dialog.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
    await order(page, dialog, 'Erase and install, use 1 quota', '2-again');
    await shot(page, '3-completed');
    expect(await quotaOf(customer)).toBe(0);
    const facts = await readMachineFacts();
    expect(facts).toMatchObject({ verdict: 'ready', password: 'ok', network: 'ok', port: 'ok' });
    expect(await signIn()).toContain('CASEMENT_RDP_PASSWORD: accepted; another: refused');
  });

  test('a machine whose Windows does not start returns to Linux', async ({ page }) => {
    const customer = await failInstall(page);
    await page.getByRole('button', { name: `Details of ${VPS_ADDRESS}` }).click();
    const details = page.getByRole('dialog', { name: VPS_ADDRESS, exact: true });
    await details.getByRole('button', { name: 'Return to Linux' }).click();
    const dialog = page.getByRole('dialog', { name: `Return ${VPS_ADDRESS} to Linux?` });
    await dialog.getByLabel('Linux version').selectOption({ label: 'Debian 12' });
    await dialog.getByLabel('Root password', { exact: true }).fill('Root-Pass "50%" of it');
    await order(page, dialog, 'Erase and return to Linux', '4-linux');
    expect(await quotaOf(customer)).toBe(1);
    await rowOf(page)
      .first()
      .getByRole('button', { name: `Details of ${VPS_ADDRESS}` })
      .click();
    await expect(details.getByText('Root signed in with the password.')).toBeVisible();
    await expect(details.getByText(`ssh root@${VPS_ADDRESS}`)).toBeVisible();
    await shot(page, '5-linux-completed');
  });
});
