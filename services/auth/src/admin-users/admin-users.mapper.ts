import type { AdminUser } from '@casement/proto/http/users.js';
import { toUserResponse } from '../users/users.mapper.js';
import type { ListedUser } from './admin-users.service.js';

export function toAdminUser({ user, quota, telegram }: ListedUser): AdminUser {
  const link = telegram === 'unknown' ? null : telegram;
  return {
    ...toUserResponse(user),
    quota,
    telegram: link?.username || null,
    telegram_display_name: link?.displayName || null,
    telegram_user_id: link?.telegramUserId || null,
    telegram_notifications: telegram === 'unknown' ? null : (link?.notificationsEnabled ?? false),
  };
}
