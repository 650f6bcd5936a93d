import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

export const topupKeys = { all: ['topups'] as const };

/** GET /user/topup/history, newest first. */
export const topupHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: [...topupKeys.all, 'history', page],
    queryFn: ({ signal }) =>
      callPage<TopupHistoryItem>(pagePath('/user/topup/history', { page }), { signal }),
    placeholderData: keepPreviousData,
  });
