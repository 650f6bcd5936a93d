import type { DeliveryStatus } from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';

export type BotName = 'primary' | 'backup';

const ROUTES = {
  primary: {
    status: telegramRoutes.botStatus,
    start: telegramRoutes.startBot,
    stop: telegramRoutes.stopBot,
  },
  backup: {
    status: telegramRoutes.backupBotStatus,
    start: telegramRoutes.startBackupBot,
    stop: telegramRoutes.stopBackupBot,
  },
};

const botsKey = ['admin-bots'] as const;

/** Telegram's response about the primary bot; null without a valid token. */
export const botInfoQuery = queryOptions({
  queryKey: [...botsKey, 'info'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.botInfo, { signal }),
});

export const botStatusQuery = (bot: BotName) =>
  queryOptions({
    queryKey: [...botsKey, bot, 'status'] as const,
    queryFn: ({ signal }) => call(ROUTES[bot].status, { signal }),
  });

export const botMonitorQuery = queryOptions({
  queryKey: [...botsKey, 'monitor'] as const,
  queryFn: ({ signal }) => call(telegramRoutes.botMonitor, { signal }),
});

/** Both calls return the status. */
export function useSwitchBot(bot: BotName) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: 'start' | 'stop') => call(ROUTES[bot][action]),
    onSuccess: (status) => queries.setQueryData(botStatusQuery(bot).queryKey, status),
    // Also after an error, because another administrator may have been faster.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: botsKey });
    },
  });
}

const deliveriesKey = ['admin-deliveries'] as const;

/** Newest first. The search matches errors or a user id. */
export const deliveriesQuery = (filter: TableFilter<DeliveryStatus | 'all'>) =>
  queryOptions({
    queryKey: [...deliveriesKey, filter],
    queryFn: ({ signal }) =>
      callPage(telegramRoutes.deliveries, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const useRetryDelivery = () =>
  useInvalidatingMutation([deliveriesKey], (id: string) =>
    call(telegramRoutes.retryDelivery, { params: { id } }),
  );
