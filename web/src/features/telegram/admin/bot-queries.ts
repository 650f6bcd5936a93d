import type { BotInfo, BotMonitor, BotStatus } from '@casement/proto/http/telegram.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

export type BotName = 'primary' | 'backup';

const PATHS: Record<BotName, string> = {
  primary: '/admin/telegram-bot',
  backup: '/admin/telegram-backup-bot',
};

export const botKeys = { all: ['admin-bots'] as const };

export const botPath = (bot: BotName, call: string): string => `${PATHS[bot]}/${call}`;

/** GET /telegram/bot-info: what Telegram says of the primary bot; null without a token that it accepts. */
export const botInfoQuery = queryOptions({
  queryKey: [...botKeys.all, 'info'] as const,
  queryFn: ({ signal }) => call<BotInfo | null>('GET', '/telegram/bot-info', { signal }),
});

/** GET …/status. */
export const botStatusQuery = (bot: BotName) =>
  queryOptions({
    queryKey: [...botKeys.all, bot, 'status'] as const,
    queryFn: ({ signal }) => call<BotStatus>('GET', botPath(bot, 'status'), { signal }),
  });

/** GET /admin/telegram-bot/monitor. */
export const botMonitorQuery = queryOptions({
  queryKey: [...botKeys.all, 'monitor'] as const,
  queryFn: ({ signal }) => call<BotMonitor>('GET', botPath('primary', 'monitor'), { signal }),
});
