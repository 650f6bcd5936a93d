import type { DashboardResponse } from '@casement/proto/http/account.js';
import { toUserResponse } from '../users/users.mapper.js';
import type { Dashboard } from './dashboard.service.js';
import { successRate } from './success-rate.js';

export function toDashboardResponse(dashboard: Dashboard): DashboardResponse {
  const { user, quota, installs, telegram } = dashboard;
  const link = telegram === 'unknown' ? null : telegram;
  return {
    user: {
      ...toUserResponse(user),
      quota,
      telegram: link?.username || null,
      telegram_display_name: link?.displayName || null,
      telegram_user_id: link?.telegramUserId || null,
      telegram_notifications: telegram === 'unknown' ? null : (link?.notificationsEnabled ?? false),
    },
    stats: {
      quota,
      totalVPS: installs.total,
      activeConnections: installs.active,
      successRate: successRate(installs.completed, installs.failed),
    },
    telegramKnown: telegram !== 'unknown',
  };
}
