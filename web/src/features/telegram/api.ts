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
 * Opens an address in a new window. False where the browser forbids it: a pop-up blocker steps in when the answer took
 * longer than a click counts. (With `noopener` it could not be told, hence the new window is cut off by hand.)
 */
function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank');
  if (!opened || opened.closed) return false;
  opened.opener = null;
  return true;
}

/** Its failures are silent (SPEC §8): the dashboard shows the link too. */
export const telegramStatusQuery = queryOptions({
  queryKey: ['telegram-status'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.telegramStatus, { signal }),
});

/** A row for each event. */
export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.noticeSettings, { signal }),
});

/** Changes one cell; answers with all rows. */
export function useUpdateNoticeSetting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateNoticeSettingRequest) =>
      call(telegramRoutes.updateNoticeSetting, { body }),
    onSuccess: (rows) => queries.setQueryData(noticeSettingsQuery.queryKey, rows),
  });
}

/** A link, which is opened in a new window (SPEC §7). */
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

/** @param dashboardKey what else shows the link */
export const useToggleNotifications = (dashboardKey: QueryKey) =>
  useLinkChange(dashboardKey, (body: TelegramNotificationsRequest) =>
    call(telegramRoutes.setTelegramNotifications, { body }),
  );

/** Notifications are reset with it (SPEC §4). */
export const useDisconnectTelegram = (dashboardKey: QueryKey) =>
  useLinkChange<void>(dashboardKey, () => call(telegramRoutes.disconnectTelegram));

/** Both answer with the status, which is then the newest that is known of the link. */
function useLinkChange<V>(
  dashboardKey: QueryKey,
  mutationFn: (variables: V) => Promise<TelegramStatus>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (status) => {
      // One that was asked for before the change would bring back what was.
      await queries.cancelQueries({ queryKey: telegramStatusQuery.queryKey });
      queries.setQueryData(telegramStatusQuery.queryKey, status);
    },
    // Also after a refusal: in Telegram itself the link may have changed. A new link begins with everything on.
    onSettled: (_, error) => {
      void queries.invalidateQueries({ queryKey: dashboardKey });
      void queries.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey });
      if (error) void queries.invalidateQueries({ queryKey: telegramStatusQuery.queryKey });
    },
  });
}

/** Whose test message: a user's own, or an administrator's by the bots as they are configured. */
export type TestKind = 'own' | 'admin';

/** A test message to oneself. The answer of the external system comes back, also where it refused. */
export const useSendTest = (kind: TestKind) =>
  useMutation({
    mutationFn: (channel: NoticeChannel) =>
      call(kind === 'own' ? telegramRoutes.sendOwnTest : telegramRoutes.sendTest, {
        body: { channel },
      }),
  });
