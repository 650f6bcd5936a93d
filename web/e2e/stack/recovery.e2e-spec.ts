import { expect, test } from '../support/console-errors.js';
import { changeLanguage } from '../support/accessibility.js';
import { installWindows } from '../support/erase.js';
import { administrator, grantQuota, newUser, PASSWORD, quotaOf } from './accounts.js';
import { readConsoleCode, readMachineFacts, signIn } from './lab.js';
import { signInAs, toSection } from './screens.js';

const { GUARDED_VPS, VPS_ADDRESS = '', VPS_ROOT_PASSWORD = '', RDP_PASSWORD = '' } = process.env;
const shots = process.env.SHOTS_DIR ?? 'test-results/recovery';

test.describe('recovery', () => {
  test.skip(!GUARDED_VPS, 'needs the lab: run web/e2e/stack/run.mjs --guard recovery');
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a Windows that does not start returns the quota, and another is installed from the recovery system', async ({
    page,
  }) => {
    // Two conversions with eight starts take about ten minutes on an idle machine. The timeout only catches hangs.
    test.setTimeout(90 * 60_000);
    const customer = await newUser();
    await grantQuota(customer, await administrator(), 1);
    await signInAs(page, customer.username, PASSWORD);
    await expect(page.getByText(`Welcome, ${customer.username}`)).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(VPS_ADDRESS) });

    /** Takes screenshots in both languages. */
    const shot = async (name: string) => {
      await page.screenshot({ path: `${shots}/${name}.png` });
      await changeLanguage(page, 'id');
      await page.screenshot({ path: `${shots}/${name}-id.png` });
      await changeLanguage(page, 'en');
    };

    await test.step('installs a Windows that restarts as soon as it starts', async () => {
      await page.getByRole('button', { name: 'Install Windows' }).first().click();
      await page.getByLabel('VPS IP address').fill(VPS_ADDRESS);
      await page.getByLabel('VPS root password', { exact: true }).fill(VPS_ROOT_PASSWORD);
      await page.getByLabel('Windows version').selectOption({ label: 'Restarting Windows' });
      await page.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
      await installWindows(page, VPS_ADDRESS, 5 * 60_000);
    });

    await test.step('shows what the recovery system found and returns the quota', async () => {
      await toSection(page, 'Install History');
      await expect(row.getByText('Failed', { exact: true })).toBeVisible({ timeout: 40 * 60_000 });
      await expect(page.getByText('Windows did not start').first()).toBeVisible();
      await page.getByRole('button', { name: `Details of ${VPS_ADDRESS}` }).click();
      const details = page.getByRole('dialog', { name: VPS_ADDRESS });
      await details.getByText('Show what was found').click();
      await shot('1-failed');
      await details.getByRole('button', { name: 'Close' }).first().click();
      expect(await quotaOf(customer)).toBe(1);
    });

    await test.step('installs again with the code on the console', async () => {
      const openDialog = { name: `Install Windows again on ${VPS_ADDRESS}` };
      await page.getByRole('button', openDialog).first().click();
      const dialog = page.getByRole('dialog', { name: `${openDialog.name}?` });
      await dialog.getByLabel('Windows version').selectOption({ label: 'Stand-in Windows' });
      await dialog.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
      await dialog.getByLabel('Code on the console').fill(await readConsoleCode());
      await dialog.getByLabel(/type the last number of/).fill(VPS_ADDRESS.split('.').at(-1)!);
      await shot('2-again');
      // The page asks for the account's password if the sign-in is more than five minutes ago.
      const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await page.addLocatorHandler(confirmation, async () => {
        await confirmation.getByLabel('Your password').fill(PASSWORD);
        await confirmation.getByRole('button', { name: 'Confirm' }).click();
      });
      await dialog.getByRole('button', { name: 'Erase and install, use 1 quota' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('ends with a working Windows', async () => {
      await toSection(page, 'Install History');
      await expect(row.getByText('Completed', { exact: true })).toBeVisible({
        timeout: 40 * 60_000,
      });
      await shot('3-completed');
      expect(await quotaOf(customer)).toBe(0);
      const facts = await readMachineFacts();
      expect(facts).toMatchObject({ verdict: 'ready', password: 'ok', network: 'ok', port: 'ok' });
      expect(await signIn()).toContain('CASEMENT_RDP_PASSWORD: accepted; another: refused');
    });
  });
});
