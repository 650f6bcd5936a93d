import { PAGE_SIZE } from '@/config/limits.js';
import type { InstallRecord } from '@casement/proto/http/install.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage } from '@/lib/api-client.js';

export const installKeys = { all: ['installs'] as const };

/** GET /user/install-history, newest first. */
export const installHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: [...installKeys.all, 'history', page],
    queryFn: ({ signal }) =>
      callPage<InstallRecord>(`/user/install-history?page=${page}&pageSize=${PAGE_SIZE}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
