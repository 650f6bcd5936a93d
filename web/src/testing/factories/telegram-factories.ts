import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import type {
  Notification,
  BotInfo,
  BotMonitor,
  BotStatus,
  Delivery,
  NoticeSetting,
  TelegramStatus,
} from '@casement/proto/http/telegram/telegram.js';
import { makeDashboard } from './factories.js';

/** Status of a user without a connected account. */
export const makeTelegramStatus = (overrides: Partial<TelegramStatus> = {}): TelegramStatus => ({
  telegramUserId: null,
  displayName: null,
  telegram: null,
  notificationsEnabled: false,
  blocked: false,
  connectedAt: null,
  botLink: 'https://t.me/CasementBot',
  ...overrides,
});

/** Rahmat's connected account with a realistic id beyond 32 bits. */
export const makeConnectedStatus = (overrides: Partial<TelegramStatus> = {}): TelegramStatus =>
  makeTelegramStatus({
    telegramUserId: '7201445093',
    displayName: 'Rahmat P',
    telegram: 'rahmat_rdp',
    notificationsEnabled: true,
    connectedAt: '2026-11-20T03:00:00.000Z',
    ...overrides,
  });

/** The dashboard's response for the same link. */
export const makeLinkedDashboard = (status: TelegramStatus): DashboardResponse =>
  makeDashboard({
    telegram: status.telegram,
    telegram_display_name: status.displayName,
    telegram_user_id: status.telegramUserId,
    telegram_notifications: status.notificationsEnabled,
  });

export const makeBotInfo = (overrides: Partial<BotInfo> = {}): BotInfo => ({
  id: 7_104_552_981,
  username: 'CasementBot',
  first_name: 'Casement',
  can_read_all_group_messages: false,
  link: 'https://t.me/CasementBot',
  ...overrides,
});

export const makeBotStatus = (overrides: Partial<BotStatus> = {}): BotStatus => ({
  isRunning: true,
  startedAt: '2026-11-21T07:02:00.000Z',
  messageCount: 1_236,
  mode: 'Polling',
  bot: makeBotInfo(),
  problem: null,
  ...overrides,
});

export const makeBotMonitor = (overrides: Partial<BotMonitor> = {}): BotMonitor => ({
  ...makeBotStatus(),
  errorCount: 3,
  commandCount: 811,
  userCount: 204,
  ...overrides,
});

/** The backup bot, on standby. */
export const makeBackupStatus = (overrides: Partial<BotStatus> = {}): BotStatus =>
  makeBotStatus({
    isRunning: false,
    startedAt: null,
    messageCount: 12,
    bot: makeBotInfo({
      id: 7_104_552_982,
      username: 'CasementBackupBot',
      first_name: 'Casement (backup)',
      link: 'https://t.me/CasementBackupBot',
    }),
    ...overrides,
  });

/** Telegram for all events, e-mail only for final results. */
export const makeNoticeSettings = (): NoticeSetting[] => [
  { event: 'install_progress', name: 'Installation progress', telegram: true, email: false },
  { event: 'install_finished', name: 'Installation finished', telegram: true, email: true },
  { event: 'topup_paid', name: 'Top-up paid', telegram: true, email: true },
  { event: 'topup_expiring', name: 'Payment expiring', telegram: true, email: true },
  { event: 'topup_refunded', name: 'Payment refunded', telegram: true, email: true },
  { event: 'quota_low', name: 'Low quota', telegram: false, email: false },
  { event: 'webhook_paused', name: 'Webhook paused', telegram: true, email: true },
];

let serial = 0;

export const makeDelivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  id: `00000000-0000-7000-a000-${String(++serial).padStart(12, '0')}`,
  user_id: '00000000-0000-7000-8000-000000000001',
  username: 'rahmat_p',
  event: 'install_finished',
  status: 'sent',
  channel: 'telegram',
  attempts: 1,
  error: null,
  created_at: '2026-11-21T07:02:00.000Z',
  sent_at: '2026-11-21T07:02:01.000Z',
  ...overrides,
});

let notices = 0;

/** A server-side notification about a completed install, unless `overrides` says otherwise. */
export const makeNotification = (overrides: Partial<Notification> = {}): Notification => ({
  id: `00000000-0000-7000-8000-${String(++notices).padStart(12, '0')}`,
  event: 'install_finished',
  install: { id: 'i-1', ip: '203.0.113.24', status: 'completed' },
  topup: null,
  quota: null,
  webhook: null,
  read: false,
  created_at: '2026-11-21T07:12:00.000Z',
  ...overrides,
});
