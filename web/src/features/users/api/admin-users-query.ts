import type { AdminUser } from '@casement/proto/http/auth.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../config/limits.js';
import { callPage } from '../../../lib/api-client.js';

export const userKeys = { all: ['admin-users'] as const };

/** GET /admin/users, newest first; the search looks in username and email. */
export const adminUsersQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: [...userKeys.all, page, search],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
      if (search) query.set('search', search);
      return callPage<AdminUser>(`/admin/users?${query.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
