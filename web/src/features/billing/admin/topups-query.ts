import type { AdminTopup, TopupFilter } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableFilter } from '@/components/ui/use-table-filter.js';
import { callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

/** GET /admin/topups, newest first; the search takes a whole reference. */
export const adminTopupsQuery = (filter: TableFilter<TopupFilter>) =>
  queryOptions({
    queryKey: ['admin-topups', filter],
    queryFn: ({ signal }) => callPage<AdminTopup>(pagePath('/admin/topups', filter), { signal }),
    placeholderData: keepPreviousData,
  });
