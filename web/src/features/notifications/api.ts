import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const notificationsKey = ['notifications'] as const;

const WATCH_MS = 60_000;

/** The newest, as the bell shows them. What another device has read shows within a minute. */
export const latestNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  queryFn: ({ signal }) =>
    callPage(telegramRoutes.notifications, {
      query: { page: 1, pageSize: NOTIFICATION_LIMIT },
      signal,
    }),
  refetchInterval: WATCH_MS,
});

/** A page of all that the server keeps. */
export const notificationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...notificationsKey, 'all', page],
    queryFn: ({ signal }) =>
      callPage(telegramRoutes.notifications, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** This one and all before it, on every device. */
export const useReadNotifications = () =>
  useInvalidatingMutation([notificationsKey], (until: string) =>
    call(telegramRoutes.readNotifications, { body: { until } }),
  );
