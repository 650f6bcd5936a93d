import type { AdminUser } from '@casement/proto/http/auth.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableFilter } from '@/components/ui/use-table-filter.js';
import { callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

export const userKeys = { all: ['admin-users'] as const };

/** GET /admin/users, newest first; the search looks in username and email. */
export const adminUsersQuery = (filter: TableFilter) =>
  queryOptions({
    queryKey: [...userKeys.all, filter],
    queryFn: ({ signal }) => callPage<AdminUser>(pagePath('/admin/users', filter), { signal }),
    placeholderData: keepPreviousData,
  });
