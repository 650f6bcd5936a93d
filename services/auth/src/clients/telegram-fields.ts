import type { Link } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import type { User as UserResponse } from '@casement/proto/http/auth/users.js';

/** Telegram link of a user. `null` if not connected, `unknown` if the telegram service did not answer. */
export type TelegramLink = Link | null | 'unknown';

type TelegramField =
  'telegram' | 'telegram_display_name' | 'telegram_user_id' | 'telegram_notifications';

export function toTelegramFields(telegram: TelegramLink): Pick<UserResponse, TelegramField> {
  const link = telegram === 'unknown' ? null : telegram;
  return {
    telegram: link?.username || null,
    telegram_display_name: link?.displayName || null,
    telegram_user_id: link?.telegramUserId || null,
    telegram_notifications: telegram === 'unknown' ? null : (link?.notificationsEnabled ?? false),
  };
}
