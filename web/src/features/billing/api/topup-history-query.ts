import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../config/limits.js';
import { callPage } from '../../../lib/api-client.js';

export const topupKeys = { all: ['topups'] as const };

/** GET /user/topup/history, newest first. */
export const topupHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: [...topupKeys.all, 'history', page],
    queryFn: ({ signal }) =>
      callPage<TopupHistoryItem>(`/user/topup/history?page=${page}&pageSize=${PAGE_SIZE}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
