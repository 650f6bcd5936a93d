import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import type { TelegramStatus } from '@casement/proto/http/telegram/telegram.js';

/** The connected Telegram account. */
export interface TelegramLink {
  userId: string;
  /** For people: the display name, else the @username, else the id. */
  name: string;
  /** Without the @; null where the account has none. */
  username: string | null;
  notifications: boolean;
}

/** Null: none is connected. Unknown: the telegram service does not answer. */
export type KnownLink = TelegramLink | null | 'unknown';

/** As much of a `useQuery` result as tells what was answered, and when. */
interface Told<T> {
  data: T | undefined;
  dataUpdatedAt: number;
}

/** The dashboard and the status call tell of the same link: the newer answer counts. */
export function newestLink(
  dashboard: Told<DashboardResponse>,
  status: Told<TelegramStatus>,
): KnownLink {
  const told = dashboard.data ? linkOfDashboard(dashboard.data) : 'unknown';
  const statusIsNewer = told === 'unknown' || status.dataUpdatedAt > dashboard.dataUpdatedAt;
  return status.data && statusIsNewer ? linkOfStatus(status.data) : told;
}

/** @returns unknown where the telegram service did not answer the dashboard */
export function linkOfDashboard({ user, telegramKnown }: DashboardResponse): KnownLink {
  if (telegramKnown === false) return 'unknown';
  return linkOf(
    user.telegram_user_id,
    user.telegram_display_name,
    user.telegram,
    user.telegram_notifications,
  );
}

const linkOfStatus = (status: TelegramStatus): TelegramLink | null =>
  linkOf(status.telegramUserId, status.displayName, status.telegram, status.notificationsEnabled);

const linkOf = (
  userId: string | null,
  displayName: string | null,
  username: string | null,
  notifications: boolean | null,
): TelegramLink | null =>
  userId
    ? {
        userId,
        name: displayName || (username ? `@${username}` : userId),
        username: username || null,
        notifications: notifications === true,
      }
    : null;
