import type { TelegramStatus } from '@casement/proto/http/telegram.js';
import type { LinkStatus } from './links.service.js';

export const toTelegramStatus = ({ link, blocked, botLink }: LinkStatus): TelegramStatus => ({
  telegramUserId: link?.telegramUserId ?? null,
  displayName: link?.displayName ?? null,
  telegram: link?.username ?? null,
  notificationsEnabled: link?.notificationsEnabled ?? false,
  blocked,
  connectedAt: link?.createdAt.toISOString() ?? null,
  botLink,
});
