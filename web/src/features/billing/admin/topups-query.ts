import type { AdminTopup, TopupFilter } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../config/limits.js';
import { callPage } from '../../../lib/api-client.js';

/** GET /admin/topups, newest first; the search takes a whole reference. */
export const adminTopupsQuery = (page: number, search: string, status: TopupFilter) =>
  queryOptions({
    queryKey: ['admin-topups', page, search, status],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
      if (search) query.set('search', search);
      if (status !== 'all') query.set('status', status);
      return callPage<AdminTopup>(`/admin/topups?${query.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
