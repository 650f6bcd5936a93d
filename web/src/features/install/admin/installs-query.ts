import type { InstallFilter, InstallRecord } from '@casement/proto/http/install.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableFilter } from '@/components/ui/use-table-filter.js';
import { callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

export const adminInstallKeys = { all: ['admin-installs'] as const };

/** GET /admin/install-data, newest first; the search looks in username, ip and status. */
export const adminInstallsQuery = (filter: TableFilter<InstallFilter>) =>
  queryOptions({
    queryKey: [...adminInstallKeys.all, filter],
    queryFn: ({ signal }) =>
      callPage<InstallRecord>(pagePath('/admin/install-data', filter), { signal }),
    placeholderData: keepPreviousData,
  });
