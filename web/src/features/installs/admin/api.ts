import { installRoutes } from '@casement/proto/http/install.routes.js';
import type {
  AdminInstallsQuery,
  InstallFilter,
  UpdateInstallRequest,
} from '@casement/proto/http/install.js';
import type { WindowsVersionRequest } from '@casement/proto/http/windows-versions.js';
import type { SeriesUnit } from '@casement/proto/http/series.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POLL_MS } from '@/config/limits.js';
import type { Sorting, TableFilter } from '@/lib/use-filters.js';
import { call, callEnvelope, callPage } from '@/lib/api-client.js';
import type { ExportPage } from '@/lib/csv.js';
import { pageQuery } from '@/lib/page-query.js';
import { useChange } from '@/lib/use-change.js';

const installsKey = ['admin-installs'] as const;

export type InstallSorting = Sorting<AdminInstallsQuery['sort']>;

/** Newest first unless sorted; the search looks in username, ip and status. With `user`, that one's alone. */
export const adminInstallsQuery = (
  filter: TableFilter<InstallFilter> & Partial<InstallSorting> & { user?: string },
) =>
  queryOptions({
    queryKey: [...installsKey, filter],
    queryFn: ({ signal }) =>
      callPage(installRoutes.adminInstalls, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

/** The same as one long list. */
export const exportInstalls =
  (filter: TableFilter<InstallFilter> & Partial<InstallSorting>) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(installRoutes.adminInstalls, { query: { ...pageQuery(filter), ...position }, signal });

/** The answer's message explains what happens where the status has not been reached yet. */
export const useUpdateInstall = () =>
  useChange([installsKey], ({ id, ...body }: UpdateInstallRequest & { id: string }) =>
    callEnvelope(installRoutes.setInstallStatus, { params: { id }, body }),
  );

export const useDeleteInstall = () =>
  useChange([installsKey], (id: string) => call(installRoutes.removeInstall, { params: { id } }));

/** Every 5 s while it is watched and the tab is visible (SPEC §7). */
export const monitoringQuery = queryOptions({
  queryKey: ['admin-install-monitoring'] as const,
  queryFn: ({ signal }) => call(installRoutes.installMonitoring, { signal }),
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: false,
});

const HISTORY_POLL_MS = 60_000;

/** The installs of each of the last 30 days. */
export const statusHistoryQuery = queryOptions({
  queryKey: ['admin-install-history'] as const,
  queryFn: ({ signal }) => call(installRoutes.statusHistory, { signal }),
  refetchInterval: HISTORY_POLL_MS,
});

/** Ended installs, and the time before. */
export const outcomesQuery = (unit: SeriesUnit) =>
  queryOptions({
    queryKey: ['admin-install-outcomes', unit],
    queryFn: ({ signal }) => call(installRoutes.installOutcomes, { query: { unit }, signal }),
    placeholderData: keepPreviousData,
  });

/** The last 24 hours, by the hour. */
export const installHoursQuery = queryOptions({
  queryKey: ['admin-install-hours'] as const,
  queryFn: ({ signal }) => call(installRoutes.installHours, { signal }),
  refetchInterval: HISTORY_POLL_MS,
});

export const windowsImagesKey = ['admin-windows-images'] as const;

/** As they are now. */
export const windowsImagesNowQuery = queryOptions({
  queryKey: windowsImagesKey,
  queryFn: ({ signal }) => call(installRoutes.adminImages, { signal }),
});

export const adminWindowsVersionsQuery = queryOptions({
  queryKey: ['admin-windows-versions'] as const,
  queryFn: ({ signal }) => call(installRoutes.adminWindowsVersions, { signal }),
});

/** A version's image is named after it, and comes and goes with it. */
export const imagesAndVersions = [windowsImagesKey, adminWindowsVersionsQuery.queryKey];

/** Creates a version, or updates the one with this `id`. */
export const useSaveWindowsVersion = () =>
  useChange(imagesAndVersions, ({ id, ...body }: WindowsVersionRequest & { id?: string }) =>
    id
      ? call(installRoutes.updateWindowsVersion, { params: { id }, body })
      : call(installRoutes.createWindowsVersion, { body }),
  );

export const useDeleteWindowsVersion = () =>
  useChange(imagesAndVersions, (id: string) =>
    call(installRoutes.removeWindowsVersion, { params: { id } }),
  );
