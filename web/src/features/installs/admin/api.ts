import type {
  AdminInstallsQuery,
  UpdateInstallRequest,
} from '@casement/proto/http/install/admin-installs.js';
import type { InstallFilter } from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { monitoringRoutes } from '@casement/proto/http/install/monitoring.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callEnvelope, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { isActive } from '@/lib/installs/phases.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { Sorting, TableFilter } from '@/lib/navigation/use-filters.js';

const installsKey = ['admin-installs'] as const;

export type InstallSorting = Sorting<AdminInstallsQuery['sort']>;

/** Newest first unless sorted. The search covers username, IP and status. `user` limits the list to one user. */
export const adminInstallsQuery = (
  filter: TableFilter<InstallFilter> & Partial<InstallSorting> & { user?: string },
) =>
  queryOptions({
    queryKey: [...installsKey, filter],
    queryFn: ({ signal }) =>
      callPage(installRoutes.adminInstalls, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportInstalls =
  (filter: TableFilter<InstallFilter> & Partial<InstallSorting>) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(installRoutes.adminInstalls, { query: { ...pageQuery(filter), ...position }, signal });

const DETAILS_POLL_MS = 5_000;

/** Details of an install with its steps and findings; refetched while it runs. */
export const installDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...installsKey, 'details', id],
    queryFn: ({ signal }) => call(installRoutes.adminInstallDetails, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isActive(data.install) && DETAILS_POLL_MS,
  });

/** Failed installs of the last 30 days by cause. */
export const failuresQuery = queryOptions({
  queryKey: [...installsKey, 'failures'],
  queryFn: ({ signal }) => call(monitoringRoutes.installFailures, { signal }),
});

/** Sets a status. The response's message explains a transition that is still pending. */
export const useUpdateInstall = () =>
  useInvalidatingMutation([installsKey], ({ id, ...body }: UpdateInstallRequest & { id: string }) =>
    callEnvelope(installRoutes.setInstallStatus, { params: { id }, body }),
  );

export const useDeleteInstall = () =>
  useInvalidatingMutation([installsKey], (id: string) =>
    call(installRoutes.removeInstall, { params: { id } }),
  );
