import type { InstallFilter, InstallRecord } from '@casement/proto/http/install.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../config/limits.js';
import { callPage } from '../../../lib/api-client.js';

export const adminInstallKeys = { all: ['admin-installs'] as const };

/** GET /admin/install-data, newest first; the search looks in username, ip and status. */
export const adminInstallsQuery = (page: number, search: string, status: InstallFilter) =>
  queryOptions({
    queryKey: [...adminInstallKeys.all, page, search, status],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
      if (search) query.set('search', search);
      if (status !== 'all') query.set('status', status);
      return callPage<InstallRecord>(`/admin/install-data?${query.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
