import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import type { TelegramStatus } from '@casement/proto/http/telegram/telegram.js';

export interface TelegramLink {
  userId: string;
  /** Display name, otherwise the @username, otherwise the id. */
  name: string;
  /** Username, excluding the @; null if the account has no username. */
  username: string | null;
  notifications: boolean;
}

/** `null`: no account is connected. `unknown`: the telegram service does not respond. */
export type LinkState = TelegramLink | null | 'unknown';

/** The response of a `useQuery` result and its time. */
interface QuerySnapshot<T> {
  data: T | undefined;
  dataUpdatedAt: number;
}

/** Returns the dashboard's or the status call's information about the link, whichever is newer. */
export function newestLink(
  dashboard: QuerySnapshot<DashboardResponse>,
  status: QuerySnapshot<TelegramStatus>,
): LinkState {
  const dashboardLink = dashboard.data ? linkOfDashboard(dashboard.data) : 'unknown';
  const statusIsNewer =
    dashboardLink === 'unknown' || status.dataUpdatedAt > dashboard.dataUpdatedAt;
  return status.data && statusIsNewer ? linkOfStatus(status.data) : dashboardLink;
}

/** @returns `unknown` if the telegram service did not respond to the dashboard */
export function linkOfDashboard({ user, telegramKnown }: DashboardResponse): LinkState {
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
