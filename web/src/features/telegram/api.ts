import type {
  NoticeChannel,
  TelegramNotificationsRequest,
  TelegramStatus,
  UpdateNoticeSettingRequest,
} from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { expiryOf, setPendingLink, type ConnectedBefore } from './pending-link.js';

/**
 * Opens an address in a new window. Returns false if the browser blocks it, which happens when the response arrives
 * after the click's user activation has expired. `noopener` would hide that result, so `opener` is cleared manually.
 */
function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank');
  if (!opened || opened.closed) return false;
  opened.opener = null;
  return true;
}

/** Failures show no error (SPEC §8), because the dashboard returns the link too. */
export const telegramStatusQuery = queryOptions({
  queryKey: ['telegram-status'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.telegramStatus, { signal }),
});

/** Settings with one row per event. */
export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.noticeSettings, { signal }),
});

/** Changes one setting and returns all rows. */
export function useUpdateNoticeSetting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateNoticeSettingRequest) =>
      call(telegramRoutes.updateNoticeSetting, { body }),
    onSuccess: (rows) => queries.setQueryData(noticeSettingsQuery.queryKey, rows),
  });
}

/** Requests a link, which is opened in a new window (SPEC §7). */
export function useConnectTelegram() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (before: ConnectedBefore) => {
      const answer = await call(telegramRoutes.connectTelegram);
      if (!answer.telegramBotUrl) throw new DisplayableError(t(telegramMessages).connectFailedHelp);
      return { url: answer.telegramBotUrl, expiresAt: expiryOf(answer), before };
    },
    onSuccess: (link) => {
      setPendingLink(queries, { ...link, popupBlocked: !openWindow(link.url) });
    },
  });
}

/** @param dashboardKey query that also returns the link */
export const useToggleNotifications = (dashboardKey: QueryKey) =>
  useLinkChange(dashboardKey, (body: TelegramNotificationsRequest) =>
    call(telegramRoutes.setTelegramNotifications, { body }),
  );

/** Also resets the notifications (SPEC §4). */
export const useDisconnectTelegram = (dashboardKey: QueryKey) =>
  useLinkChange<void>(dashboardKey, () => call(telegramRoutes.disconnectTelegram));

/** Both calls return the status, which then is the latest known state of the link. */
function useLinkChange<V>(
  dashboardKey: QueryKey,
  mutationFn: (variables: V) => Promise<TelegramStatus>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (status) => {
      // A request in flight from before the change would restore the old state.
      await queries.cancelQueries({ queryKey: telegramStatusQuery.queryKey });
      queries.setQueryData(telegramStatusQuery.queryKey, status);
    },
    // Also after an error, because the link may have changed in Telegram. A new link starts with all notifications
    // on.
    onSettled: (_, error) => {
      void queries.invalidateQueries({ queryKey: dashboardKey });
      void queries.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey });
      if (error) void queries.invalidateQueries({ queryKey: telegramStatusQuery.queryKey });
    },
  });
}

/** Kind of test message: the user's own, or an administrator's sent by the configured bots. */
export type TestKind = 'own' | 'admin';

/** Sends a test message to the caller and returns the external system's response, even if it is an error. */
export const useSendTest = (kind: TestKind) =>
  useMutation({
    mutationFn: (channel: NoticeChannel) =>
      call(kind === 'own' ? telegramRoutes.sendOwnTest : telegramRoutes.sendTest, {
        body: { channel },
      }),
  });
