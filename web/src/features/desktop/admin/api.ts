import type { DesktopFilter } from '@casement/proto/http/install/desktops/desktops.js';
import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';

const desktopsKey = ['admin-desktops'] as const;

/** Newest first, polled every 5 s while the tab is visible, because open sessions end and their traffic grows. */
export const desktopsQuery = (filter: TableFilter<DesktopFilter>) =>
  queryOptions({
    queryKey: [...desktopsKey, filter],
    queryFn: ({ signal }) =>
      callPage(desktopRoutes.adminDesktops, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const useEndDesktop = () =>
  useInvalidatingMutation(
    [desktopsKey],
    (id: string) => call(desktopRoutes.endDesktop, { params: { id } }),
    {
      invalidateOnError: true,
    },
  );
