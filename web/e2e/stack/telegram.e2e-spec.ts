import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/console-errors.js';
import { administrator, newAdministrator, newUser, PASSWORD } from './accounts.js';
import { signInAs, toAdminSection, toast, toSection } from './screens.js';
import { newPerson, pressStart, setBlocked, type Person } from './telegram.js';

/** Screenshots are stored for review if SHOTS_DIR is set. */
const { SHOTS_DIR } = process.env;
const shot = async (page: Page, name: string) => {
  if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, `telegram-${name}.png`) });
};

/** Opens Settings → Telegram as a new customer. */
async function toTelegram(page: Page): Promise<void> {
  const customer = await newUser();
  await signInAs(page, customer.username, PASSWORD);
  await expect(page.getByText(`Welcome, ${customer.username}`)).toBeVisible();
  await toSection(page, 'Settings');
  await page.getByRole('button', { name: 'Telegram', exact: true }).click();
  await expect(page.getByText('Not connected')).toBeVisible();
}

/** Clicks the button that requests a link, and presses Start in the opened window. */
async function connectAs(page: Page, person: Person, button: string): Promise<string> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: button }).click();
  const window = await opened;
  await window.waitForURL(/[?&]start=/);
  const url = window.url();
  await window.close();
  await pressStart(person, url);
  return url;
}

const part = (page: Page) => page.getByRole('region', { name: 'Telegram', exact: true });

test.describe('Telegram, against the running product', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('§4 an account is connected, detected by the page, turned off and on, and disconnected', async ({
    page,
  }) => {
    await toTelegram(page);
    const siti = await newPerson('Siti');
    await connectAs(page, siti, 'Connect Telegram');
    await expect(toast(page, 'Telegram connected')).toBeVisible({ timeout: 30_000 });
    await expect(part(page).getByText(`@${siti.username}`)).toBeVisible();
    const toggle = part(page).getByRole('switch', { name: 'Notifications' });
    await expect(toggle).toBeChecked();
    await shot(page, 'connected');

    await toggle.click();
    await expect(toast(page, 'Notifications turned off')).toBeVisible();
    await page.reload();
    await toSection(page, 'Settings');
    await page.getByRole('button', { name: 'Telegram', exact: true }).click();
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await expect(toast(page, 'Notifications turned on')).toBeVisible();

    await part(page).getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect Telegram' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(part(page).getByText('Connected', { exact: true })).toBeVisible();
    await part(page).getByRole('button', { name: 'Disconnect' }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(toast(page, 'Telegram disconnected')).toBeVisible();
    await expect(part(page).getByText('Not connected')).toBeVisible();
  });

  test('§9 a link works once; another account replaces the previous one', async ({ page }) => {
    await toTelegram(page);
    const [siti, budi, stranger] = [
      await newPerson('Siti'),
      await newPerson('Budi'),
      await newPerson('Stranger'),
    ];
    const used = await connectAs(page, siti, 'Connect Telegram');
    await expect(part(page).getByText(`@${siti.username}`)).toBeVisible({ timeout: 30_000 });
    await pressStart(stranger, used);

    await connectAs(page, budi, 'Use another account');
    await expect(toast(page, 'Telegram account changed')).toBeVisible({ timeout: 30_000 });
    await expect(part(page).getByText(`@${budi.username}`)).toBeVisible();
    await expect(page.getByText(`@${stranger.username}`)).toHaveCount(0);
  });

  test('a user who blocks the bot sees a notice until unblocking it', async ({ page }) => {
    await toTelegram(page);
    const siti = await newPerson('Siti');
    await connectAs(page, siti, 'Connect Telegram');
    await expect(part(page).getByText('Connected', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await setBlocked(siti, true);
    const parts = page.getByRole('navigation', { name: 'Settings' });
    await parts.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: 'Test Telegram' }).click();
    await expect(page.getByText('Telegram: not delivered.')).toBeVisible();
    await expect(page.getByText(/blocked the bot or deleted the chat/)).toBeVisible();
    await page.reload();
    await toSection(page, 'Settings');
    await page.getByRole('button', { name: 'Telegram', exact: true }).click();
    await expect(part(page).getByText('you blocked or deleted it in Telegram')).toBeVisible();
    await shot(page, 'blocked');
  });

  test('§4 an administrator stops and starts the bot and sees its name', async ({ page }) => {
    const admin = await newAdministrator(await administrator());
    await signInAs(page, admin.username, PASSWORD);
    await toAdminSection(page, 'Telegram');
    const status = page.getByRole('region', { name: 'Bot Status', exact: true });
    await expect(status.getByText('@CasementBot')).toBeVisible();
    const control = page.getByRole('region', { name: 'Bot Control', exact: true });
    await expect(control.getByText('Running')).toBeVisible();
    await expect(control.getByText('Polling')).toBeVisible();
    await shot(page, 'bots');

    await control.getByRole('button', { name: 'Stop Bot' }).click();
    await expect(toast(page, 'Bot stopped')).toBeVisible();
    await expect(control.getByText('Stopped')).toBeVisible();
    await expect(control.getByRole('button', { name: 'Stop Bot' })).toBeDisabled();
    await page.getByRole('button', { name: 'Refresh Status' }).click();
    await expect(control.getByText('Stopped')).toBeVisible();
    await control.getByRole('button', { name: 'Start Bot' }).click();
    await expect(toast(page, 'Bot started')).toBeVisible();
    await expect(control.getByText('Running')).toBeVisible();
  });
});
