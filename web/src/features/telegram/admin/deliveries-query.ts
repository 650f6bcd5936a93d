import type { Delivery, DeliveryStatus } from '@casement/proto/http/telegram.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TableFilter } from '@/components/ui/use-table-filter.js';
import { call, callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';
import { botPath } from './bot-queries.js';

const PATH = botPath('primary', 'deliveries');
const deliveryKeys = { all: ['admin-deliveries'] as const };

/** GET /admin/telegram-bot/deliveries, newest first; the search looks in errors, or is a user's id. */
export const deliveriesQuery = (filter: TableFilter<DeliveryStatus | 'all'>) =>
  queryOptions({
    queryKey: [...deliveryKeys.all, filter],
    queryFn: ({ signal }) => callPage<Delivery>(pagePath(PATH, filter), { signal }),
    placeholderData: keepPreviousData,
  });

/** POST …/{id}/retry: a failed one is sent once more. */
export function useRetryDelivery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('POST', `${PATH}/${id}/retry`),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveryKeys.all }),
  });
}
