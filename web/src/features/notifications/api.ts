import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const notificationsKey = ['notifications'] as const;

const WATCH_MS = 60_000;

/** Newest notifications for the bell. Reading them on another device takes effect here within a minute. */
export const latestNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  queryFn: ({ signal }) =>
    callPage(telegramRoutes.notifications, {
      query: { page: 1, pageSize: NOTIFICATION_LIMIT },
      signal,
    }),
  refetchInterval: WATCH_MS,
});

export const notificationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...notificationsKey, 'all', page],
    queryFn: ({ signal }) =>
      callPage(telegramRoutes.notifications, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** Marks this notification and all earlier ones as read on every device. */
export const useReadNotifications = () =>
  useInvalidatingMutation([notificationsKey], (until: string) =>
    call(telegramRoutes.readNotifications, { body: { until } }),
  );
