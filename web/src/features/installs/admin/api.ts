import type {
  AdminInstallsQuery,
  ReleaseInstallRequest,
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

/** Details of an install with its steps and findings; refetched while it runs or its recovery system has an order. */
export const installDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...installsKey, 'details', id],
    queryFn: ({ signal }) => call(installRoutes.adminInstallDetails, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      (isActive(data.install) || data.recovery?.start_windows === 'ordered') &&
      DETAILS_POLL_MS,
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

/** Orders the recovery system to start Windows again. */
export const useStartWindows = () =>
  useInvalidatingMutation(
    [installsKey],
    (id: string) => call(installRoutes.startWindowsAgain, { params: { id } }),
    { invalidateOnError: true },
  );

/** Ends an install in recovery and returns its quota. */
export const useReleaseInstall = () =>
  useInvalidatingMutation(
    [installsKey],
    ({ id, ...body }: ReleaseInstallRequest & { id: string }) =>
      call(installRoutes.releaseInstall, { params: { id }, body }),
    { invalidateOnError: true },
  );

export const useDeleteInstall = () =>
  useInvalidatingMutation([installsKey], (id: string) =>
    call(installRoutes.removeInstall, { params: { id } }),
  );
