import type { Page } from '@playwright/test';
import { installWindows } from '../support/erase.js';
import { expect, test } from '../support/console-errors.js';
import { typeText } from '../support/type-text.js';
import { PASSWORD } from './accounts.js';
import { readMachineFacts, signIn } from './lab.js';
import { CODE, readFromMail } from './mail.js';
import { simulatePayment } from './sandbox.js';
import { answerCaptcha, placeOrder } from './screens.js';

const { VPS_ADDRESS, VPS_ROOT_PASSWORD, RDP_PASSWORD } = process.env;

const shots = process.env.SHOTS_DIR ?? 'test-results/main-job';
const shot = (page: Page, name: string) => page.screenshot({ path: `${shots}/${name}.png` });

const EXPIRED = /the server responded with a status of 401/;
const UNCONFIRMED = /the server responded with a status of 403/;

test.describe('main job', () => {
  test.skip(!VPS_ADDRESS, 'needs the lab: run it by web/e2e/stack/run.mjs');
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a visitor registers, tops up, pays, and turns a VPS into a machine that answers RDP', async ({
    page,
  }) => {
    // A conversion takes two minutes on an idle machine and far longer on a busy one. The timeout only catches hangs.
    test.setTimeout(40 * 60_000);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    let refreshed = false;
    let confirmed = false;
    page.on('response', (response) => {
      refreshed ||= response.url().endsWith('/api/auth/refresh') && response.ok();
    });
    const username = `rahmat-${Date.now().toString(36)}`;
    const email = `${username}@example.com`;

    await test.step('opens the landing page', async () => {
      await page.goto('/');
      await expect(
        page.getByRole('heading', { name: 'Turn your VPS into Windows RDP seamlessly' }),
      ).toBeVisible();
      await shot(page, '01-landing');
      await page.getByRole('link', { name: 'Get Started' }).click();
    });

    await test.step('registers', async () => {
      await page.getByLabel('Username', { exact: true }).fill(username);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await answerCaptcha(page);
      await shot(page, '02-register');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL(/\/verify-email$/);
    });

    await test.step('confirms the e-mail address', async () => {
      await shot(page, '03-verify');
      await page.getByLabel('Verification code').fill(await readFromMail(email, CODE));
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
      await expect(page.getByText('Email not verified')).toHaveCount(0);
    });

    await test.step('tops up and pays', async () => {
      await page.getByRole('button', { name: 'Topup Quota' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /QRIS/ }).click();
      await shot(page, '04-topup');
      await placeOrder(dialog);
      await expect(page.getByText('Waiting for your payment')).toBeVisible();
      const qr = page.getByRole('img', { name: /^QR code/ });
      await expect(qr).toBeVisible();
      await shot(page, '05-qr');
      await simulatePayment('pay');
      await expect(page.getByText('Payment received', { exact: true })).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByText('Current quota').locator('..')).toContainText('1');
    });

    await test.step('starts the install', async () => {
      await page.getByRole('button', { name: 'Install Windows' }).first().click();
      await page.getByLabel('VPS IP address').fill(VPS_ADDRESS!);
      await page.getByLabel('VPS root password', { exact: true }).fill(VPS_ROOT_PASSWORD!);
      await page.getByLabel('Windows version').selectOption({ label: 'Stand-in Windows' });
      await page.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD!);
      await shot(page, '06-install-form');
      // The VPS check comes first and takes a varying time.
      await installWindows(page, VPS_ADDRESS!, 5 * 60_000);
      await expect(page.getByRole('heading', { name: 'Install History' })).toBeVisible();
    });

    await test.step('watches the install', async () => {
      await page.getByRole('button', { name: 'Dashboard' }).first().click();
      await expect(page.getByText('Writing Windows')).toBeVisible({ timeout: 15 * 60_000 });
      await expect(page.getByRole('progressbar').first()).toBeVisible();
      await expect(page.getByText(/MB\/s/).first()).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText(/^\d\d %$/).first()).toBeVisible({ timeout: 15 * 60_000 });
      await shot(page, '07-writing');
      await page.getByRole('button', { name: 'Install History' }).first().click();
      // The filter above the list has an option of the same name.
      const row = page.getByRole('row', { name: new RegExp(VPS_ADDRESS!) });
      await expect(row.getByText('Completed', { exact: true })).toBeVisible({
        timeout: 15 * 60_000,
      });
      await shot(page, '08-completed');
    });

    await test.step('connects', async () => {
      await page
        .getByRole('button', { name: `Connect to ${VPS_ADDRESS}` })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(`${VPS_ADDRESS}:22`, { exact: true })).toBeVisible();
      await expect(dialog.getByText('Administrator', { exact: true })).toBeVisible();
      await shot(page, '09-connect');
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: /^Download/ }).click();
      expect((await download).suggestedFilename()).toBe(`${VPS_ADDRESS}.rdp`);
    });

    await test.step('the new system answers with the settings written to it', async () => {
      const facts = await readMachineFacts();
      expect(facts).toMatchObject({ verdict: 'ready', password: 'ok', network: 'ok', port: 'ok' });
    });

    await test.step('a client signs in only with the password from the form', async () => {
      expect(await signIn()).toContain('CASEMENT_RDP_PASSWORD: accepted; another: refused');
    });

    await test.step('opens the desktop in the browser and types into it', async () => {
      // The page asks for the account's password if the sign-in is more than five minutes ago.
      const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await page.addLocatorHandler(confirmation, async () => {
        await confirmation.getByLabel('Your password').fill(PASSWORD);
        await confirmation.getByRole('button', { name: 'Confirm' }).click();
        confirmed = true;
      });
      await page.getByRole('button', { name: 'Close' }).first().click();
      const openButton = { name: `Open in browser: the desktop of ${VPS_ADDRESS}` };
      await page.getByRole('button', openButton).first().click();
      await page.getByLabel('RDP password').fill(RDP_PASSWORD!);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      const canvas = page.getByRole('application', { name: 'Windows desktop' });
      await expect(canvas).toBeFocused({ timeout: 60_000 });
      // Wait for the picture before typing. The test desktop is white.
      await expect
        .poll(() => canvas.evaluate(middle), { timeout: 60_000 })
        .toEqual([255, 255, 255]);
      await canvas.click();
      await typeText(page, 'Typed in the browser; 42 % of it.');
      await page.keyboard.press('Enter');
      await expect
        .poll(async () => (await readMachineFacts()).typed, { timeout: 60_000 })
        .toBe('Typed in the browser; 42 % of it.');
      await shot(page, '10-desktop');
      await page.keyboard.press('Control+Alt+Shift');
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await expect(canvas).toBeHidden();
    });

    // On a slow machine the access token and the confirmation expire during the test. Chromium logs the 401 that
    // triggers the refresh (SPEC §8) and the 403 that asks for the password.
    const unexpected = problems.filter(
      (text) => !(refreshed && EXPIRED.test(text)) && !(confirmed && UNCONFIRMED.test(text)),
    );
    expect(unexpected).toEqual([]);
  });
});

/**
 * Returns the color at the center of the canvas; runs in the page. Reads a copy because Chromium warns about frequent
 * canvas reads.
 */
function middle(canvas: Element): number[] {
  const shown = canvas as HTMLCanvasElement;
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  pixel.drawImage(shown, -Math.floor(shown.width / 2), -Math.floor(shown.height / 2));
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}
