import type { BotStatus, TelegramStatus } from '@casement/proto/http/telegram/telegram.js';
import type { Page } from '@playwright/test';
import {
  makeBackupStatus,
  makeBotInfo,
  makeBotMonitor,
  makeBotStatus,
  makeDelivery,
  makeLinkedDashboard,
  makeNoticeSettings,
  makeTelegramStatus,
} from '@casement/web/testing/factories/telegram-factories.js';
import { administrator } from './admin.js';
import { List, type Answers } from './mock-api.js';
import { customer } from './customer.js';

export const BOT_URL = 'https://t.me/CasementBot?start=kX93-Zb_7QmT0aVw2Lr5';

/** A customer whose link state changes with each call. `link` is the initial state in the telegram service. */
export function telegramUser(link: TelegramStatus = makeTelegramStatus()): {
  link: TelegramStatus;
  answers: Answers;
} {
  const backend = {
    link,
    answers: {
      ...customer(),
      'GET /user/dashboard': () => makeLinkedDashboard(backend.link),
      'GET /auth/telegram/status': () => backend.link,
      'POST /user/connect-telegram': () => ({ telegramBotUrl: BOT_URL, expiresInMinutes: 10 }),
      'POST /user/telegram-notifications': (body: unknown) => {
        const { enabled } = body as { enabled: boolean };
        return (backend.link = { ...backend.link, notificationsEnabled: enabled });
      },
      'GET /user/telegram-notifications/settings': makeNoticeSettings,
      'POST /user/telegram-notifications/test': (body: unknown) => ({
        delivered: (body as { channel: string }).channel === 'telegram',
        answer: 'ok, message 41 in chat 7201445093',
      }),
      'POST /user/disconnect-telegram': () => (backend.link = makeTelegramStatus()),
    },
  };
  return backend;
}

/** Opens Settings → Telegram. Requests to t.me are mocked because tests must stay offline. */
export async function toTelegram(page: Page): Promise<void> {
  await page.context().route('https://t.me/**', (route) => route.fulfill({ body: 'Telegram' }));
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Telegram' }).click();
  await page.getByRole('heading', { level: 2, name: 'Telegram' }).waitFor();
}

/** Opens Settings → Notifications from another part of the settings. */
export async function toNotifications(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Settings' });
  await parts.getByRole('button', { name: 'Notifications' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('switch').first().waitFor();
}

const deliveries = [
  makeDelivery({ status: 'waiting', sent_at: null, attempts: 2, error: '429: Too Many Requests' }),
  makeDelivery({ event: 'topup_paid', username: 'sinta.dev' }),
  makeDelivery({
    status: 'failed',
    username: 'a-rather-long-username-of-somebody',
    channel: 'email',
    attempts: 5,
    error:
      '550 5.1.1 <budi@example.com>: Recipient address rejected: User unknown in relay recipient table',
    sent_at: null,
  }),
  makeDelivery({ status: 'skipped', channel: null, attempts: 0, username: null, sent_at: null }),
  makeDelivery({ event: 'install_progress', channel: 'telegram_backup' }),
];

/** API responses for an administrator with two bots that can be started and stopped. */
export function botAdministrator(
  primary: BotStatus = makeBotStatus(),
  backup: BotStatus = makeBackupStatus(),
): Answers {
  const bots = { primary, backup };
  const turn = (bot: keyof typeof bots, isRunning: boolean) => () =>
    (bots[bot] = {
      ...bots[bot],
      isRunning,
      startedAt: isRunning ? '2026-11-21T07:02:00.000Z' : null,
    });
  return {
    ...administrator(),
    'GET /telegram/bot-info': () => makeBotInfo(),
    'GET /admin/telegram-bot/status': () => bots.primary,
    'GET /admin/telegram-bot/monitor': () => makeBotMonitor(bots.primary),
    'GET /admin/telegram-bot/deliveries': () => new List(deliveries, 1_236),
    'POST /admin/telegram-bot/test': () => ({
      delivered: false,
      answer: '403: Forbidden: bot was blocked by the user',
    }),
    'POST /admin/telegram-bot/start': turn('primary', true),
    'POST /admin/telegram-bot/stop': turn('primary', false),
    'GET /admin/telegram-backup-bot/status': () => bots.backup,
    'POST /admin/telegram-backup-bot/start': turn('backup', true),
    'POST /admin/telegram-backup-bot/stop': turn('backup', false),
  };
}
