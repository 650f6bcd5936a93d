import type {
  TelegramNotificationsRequest,
  TelegramStatus,
} from '@casement/proto/http/telegram.js';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { noticeSettingsQuery } from './notice-settings.js';
import { telegramStatusQuery } from './telegram-status-query.js';

/**
 * POST /user/telegram-notifications.
 *
 * @param dashboardKey what else tells of the link
 */
export const useToggleNotifications = (dashboardKey: QueryKey) =>
  useChange(dashboardKey, (body: TelegramNotificationsRequest) =>
    call<TelegramStatus>('POST', '/user/telegram-notifications', { body }),
  );

/** POST /user/disconnect-telegram. Notifications are reset with it (SPEC §4). */
export const useDisconnectTelegram = (dashboardKey: QueryKey) =>
  useChange<void>(dashboardKey, () => call<TelegramStatus>('POST', '/user/disconnect-telegram'));

/** Both answer with the status, which is then the newest that is known of the link. */
function useChange<V>(
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
