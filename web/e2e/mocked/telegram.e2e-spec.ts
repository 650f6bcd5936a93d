import type { Page } from '@playwright/test';
import { makeDashboard } from '@casement/web/testing/factories/factories.js';
import {
  makeBackupStatus,
  makeBotStatus,
  makeConnectedStatus,
} from '@casement/web/testing/factories/telegram-factories.js';
import { pressButton, tabTo } from '../support/keyboard.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { Refusal } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import {
  BOT_URL,
  botAdministrator,
  telegramUser,
  toNotifications,
  toTelegram,
} from '../support/telegram.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const toBots = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Telegram', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Telegram' }).waitFor();
};
/** Waits for a toast. The page polls every 5 s, so the toast appears late. */
const noticed = (page: Page, title: string) =>
  expect(page.locator('.toast', { hasText: title })).toBeVisible({ timeout: 60_000 });
const bots = (page: Page) => page.getByRole('region', { name: 'Bot Control', exact: true });

test.describe('Telegram settings', () => {
  test('§4 connects an account: the bot opens in a new window and the page updates', async ({
    open,
  }) => {
    const backend = telegramUser();
    const page = await open('/dashboard', backend.answers, { user: true });
    await toTelegram(page);
    await page.getByText('Not connected').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-none');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Connect Telegram' }).click();
    await expect(await opened).toHaveURL(BOT_URL);
    expect(await (await opened).evaluate(() => window.opener as unknown)).toBeNull();
    await page.getByRole('timer').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-connecting');
    backend.link = makeConnectedStatus();
    await noticed(page, 'Telegram connected');
    await expect(page.getByRole('switch', { name: 'Notifications', exact: true })).toBeChecked();
    await expectAccessibleEverywhere(page, 'telegram-connected');
  });

  test('shows the link when the browser blocks the new window', async ({ open, page }) => {
    await page.addInitScript(() => (window.open = () => null));
    await open('/dashboard', telegramUser().answers, { user: true });
    await toTelegram(page);
    await page.getByRole('button', { name: 'Connect Telegram' }).click();
    await page.getByText('Your browser blocked the new window.').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-popup-blocked');
  });

  test('§9 offers a new link after the old one has expired', async ({ open }) => {
    const { answers } = telegramUser();
    const over = () => ({ telegramBotUrl: BOT_URL, expiresInMinutes: 0 });
    const page = await open(
      '/dashboard',
      { ...answers, 'POST /user/connect-telegram': over },
      { user: true },
    );
    await toTelegram(page);
    await page.getByRole('button', { name: 'Connect Telegram' }).click();
    await page.getByText('This link has expired.').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-expired');
  });

  test('§4 replaces a connected account with another', async ({ open }) => {
    const backend = telegramUser(makeConnectedStatus());
    const page = await open('/dashboard', backend.answers, { user: true });
    await toTelegram(page);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByText('Rahmat P stays connected until you press Start.').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-another');
    backend.link = makeConnectedStatus({ telegramUserId: '7300000001', displayName: 'Siti' });
    await noticed(page, 'Telegram account changed');
    await expect(page.getByText('7300000001')).toBeVisible();
  });

  test('selects channels per event and tests each channel', async ({ open }) => {
    const page = await open('/dashboard', telegramUser(makeConnectedStatus()).answers, {
      user: true,
    });
    await toTelegram(page);
    await toNotifications(page);
    const part = page.getByRole('region', { name: 'Notifications' });
    await pressButton(page, 'Test Telegram');
    await part.getByText('Telegram: delivered.').waitFor();
    await expect(part.getByRole('button', { name: 'Test Telegram' })).toBeFocused();
    await part.getByText('Telegram: delivered.').scrollIntoViewIfNeeded();
    await expectAccessibleEverywhere(page, 'notice-settings');
  });

  test('explains the disabled Telegram switches until an account is connected', async ({
    open,
  }) => {
    const page = await open('/dashboard', telegramUser().answers, { user: true });
    await toTelegram(page);
    await toNotifications(page);
    await expect(page.getByText('connect your account first')).toBeVisible();
    await expectAccessibleEverywhere(page, 'notice-settings-unlinked');
    await tabTo(page, page.getByRole('button', { name: 'Connect Telegram' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Telegram' })).toBeVisible();
  });

  test('shows a notice to a user who has blocked the bot', async ({ open }) => {
    const backend = telegramUser(
      makeConnectedStatus({
        blocked: true,
        displayName: 'Somebody with an uncommonly long display name in Telegram',
      }),
    );
    const page = await open('/dashboard', backend.answers, { user: true });
    await toTelegram(page);
    await page.getByText('you blocked or deleted it in Telegram').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-blocked');
  });

  test('does not report an unavailable service as "not connected"', async ({ open }) => {
    const page = await open(
      '/dashboard',
      {
        ...telegramUser().answers,
        'GET /auth/telegram/status': () => new Refusal(503, 'Please try again in a moment.'),
        'GET /user/dashboard': () => ({ ...makeDashboard(), telegramKnown: false }),
      },
      { user: true },
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Telegram' }).click();
    await page.getByText('Your Telegram settings couldn’t be loaded').waitFor();
    await expectAccessibleEverywhere(page, 'telegram-unknown');
  });

  test('§4 connects, turns off and on, and disconnects after confirmation, by keyboard', async ({
    open,
  }) => {
    const backend = telegramUser();
    const page = await open('/dashboard', backend.answers, { user: true });
    await toTelegram(page);
    const title = page.getByRole('heading', { level: 2, name: 'Telegram' });
    await pressButton(page, 'Connect Telegram');
    await page.getByRole('timer').waitFor();
    await expect(title).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Copy Link' }));
    await tabTo(page, page.getByRole('link', { name: /^Open Telegram/ }));
    backend.link = makeConnectedStatus();
    await noticed(page, 'Telegram connected');
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await expect(title).toBeFocused();

    const toggle = page.getByRole('switch', { name: 'Notifications', exact: true });
    await tabTo(page, toggle);
    await page.keyboard.press('Space');
    await expect(toggle).not.toBeChecked();
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Space');
    await expect(toggle).toBeChecked();

    const disconnect = page.getByRole('button', { name: 'Disconnect', exact: true });
    await pressButton(page, 'Disconnect');
    const dialog = page.getByRole('dialog', { name: 'Disconnect Telegram' });
    await dialog.waitFor();
    await expectAccessibleEverywhere(page, 'telegram-disconnect');
    await page.keyboard.press('Escape');
    await expect(disconnect).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Disconnect' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not connected')).toBeVisible();
    await expect(title).toBeFocused();
  });
});

test.describe('admin Telegram', () => {
  test('§2 shows both bots and the delivery log', async ({ open }) => {
    const page = await open('/admin', botAdministrator(), { user: true });
    await toBots(page);
    await page.getByText('@CasementBackupBot').waitFor();
    await expectAccessibleEverywhere(page, 'bots');
    await page.getByRole('button', { name: 'Stop Backup Bot' }).scrollIntoViewIfNeeded();
    await expectAccessibleEverywhere(page, 'bots-below');
    await page.getByRole('button', { name: 'Test Telegram' }).click();
    await page.getByText('Telegram: not delivered.').waitFor();
    await page.getByText('Showing 1 to').scrollIntoViewIfNeeded();
    await expectAccessibleEverywhere(page, 'deliveries');
  });

  test('§2 shows a bot without a token and a bot that receives no updates', async ({ open }) => {
    const page = await open(
      '/admin',
      {
        ...botAdministrator(
          makeBotStatus({
            problem:
              'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
          }),
          makeBackupStatus({ bot: null }),
        ),
        'GET /telegram/bot-info': () => null,
      },
      { user: true },
    );
    await toBots(page);
    await page.getByText('The bot isn’t receiving messages at the moment.').waitFor();
    await expectAccessibleEverywhere(page, 'bots-trouble');
  });

  test('§8 reports a failed request in the card that needs it', async ({ open }) => {
    const page = await open(
      '/admin',
      {
        ...botAdministrator(),
        'GET /telegram/bot-info': () =>
          new Refusal(503, 'Telegram is not responding at the moment.'),
      },
      { user: true },
    );
    await toBots(page);
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    await expectAccessibleEverywhere(page, 'bots-failed');
  });

  test('§8 reports a failed start, truncated to 500 characters', async ({ open }) => {
    const page = await open(
      '/admin',
      {
        ...botAdministrator(makeBotStatus({ isRunning: false, startedAt: null })),
        'POST /admin/telegram-bot/start': () =>
          new Refusal(502, '409: Conflict: terminated by other getUpdates request. '.repeat(12)),
      },
      { user: true },
    );
    await toBots(page);
    await page.getByRole('button', { name: 'Start Bot' }).click();
    await page.locator('.toast', { hasText: 'Failed to start bot' }).waitFor();
    await expectAccessibleEverywhere(page, 'bots-start-failed');
  });

  test('§4 stops, starts and refreshes a bot, by keyboard', async ({ open }) => {
    const page = await open('/admin', botAdministrator(), { user: true });
    await toBots(page);
    await pressButton(page, 'Stop Bot');
    await expect(bots(page).getByText('Stopped')).toBeVisible();
    const start = page.getByRole('button', { name: 'Start Bot' });
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bots(page).getByText('Running')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop Bot' })).toBeFocused();
    await pressButton(page, 'Refresh Status');
    await expect(page.getByRole('button', { name: 'Refresh Status' })).toBeFocused();
  });
});
