import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import { toTelegramFields } from '../clients/telegram-fields.js';
import { toUserResponse } from '../users/users.mapper.js';
import type { Dashboard } from './dashboard.service.js';

export function toDashboardResponse(dashboard: Dashboard): DashboardResponse {
  const { user, quota, installs, telegram, termsToAccept } = dashboard;
  return {
    user: { ...toUserResponse(user), quota, ...toTelegramFields(telegram) },
    stats: {
      quota,
      totalVPS: installs.total,
      activeConnections: installs.active,
      successRate: successRate(installs.completed, installs.failed),
    },
    telegramKnown: telegram !== 'unknown',
    terms_to_accept: termsToAccept && {
      version: termsToAccept.version,
      change_en: termsToAccept.changeEn,
      change_id: termsToAccept.changeId,
    },
  };
}

/**
 * Returns the percentage of completed installs among the finished ones. `null` if no install has finished, because 0
 * would mean that all failed.
 */
export function successRate(completed: number, failed: number): number | null {
  const ended = completed + failed;
  return ended === 0 ? null : Math.round((completed / ended) * 100);
}
