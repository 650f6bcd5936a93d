import type {
  InstallAgainRequest,
  InstallFilter,
  InstallRequest,
} from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import type { ReturnToLinuxRequest } from '@casement/proto/http/install/linux.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callEnvelope, callPage, callText } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { requireTerms } from '@/lib/api/terms-gate.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

export const installKeys = { all: ['installs'] as const };

export type HistoryFilter = TableFilter<InstallFilter> & { win_ver: string };

/** First page of the history without filters, which the dashboard polls. */
export const LATEST_INSTALLS: HistoryFilter = {
  page: 1,
  search: '',
  status: 'all',
  win_ver: 'all',
};

/** Newest first. The search covers address and label. */
export const installHistoryQuery = (filter: HistoryFilter) =>
  queryOptions({
    queryKey: [...installKeys.all, 'history', filter],
    queryFn: ({ signal }) =>
      callPage(installRoutes.installHistory, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportHistory =
  (filter: HistoryFilter) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(installRoutes.installHistory, {
      query: { ...pageQuery(filter), ...position },
      signal,
    });

/** Machines of the user, the one with the latest install first. */
export const machinesQuery = (page: number) =>
  queryOptions({
    queryKey: [...installKeys.all, 'machines', page],
    queryFn: ({ signal }) =>
      callPage(installRoutes.machines, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** Labels the machine of an install in all its installs. */
export const useLabelMachine = () =>
  useInvalidatingMutation([installKeys.all], ({ id, label }: { id: string; label: string }) =>
    call(installRoutes.labelMachine, { params: { id }, body: { label } }),
  );

/** Active installs, regardless of their page in the history. */
export const activeInstallsQuery = queryOptions({
  queryKey: [...installKeys.all, 'active'],
  queryFn: ({ signal }) =>
    callPage(installRoutes.installHistory, {
      query: { status: 'active', pageSize: 100 },
      signal,
    }),
});

/** An install of the caller; another user's install is not found. */
export const ownInstallQuery = (id: string) =>
  queryOptions({
    queryKey: [...installKeys.all, 'own', id],
    queryFn: ({ signal }) => call(installRoutes.ownInstall, { params: { id }, signal }),
  });

/** Plain-text log. Users can read their own installs, administrators (`admin`) any. */
export const installLogQuery = (id: string, admin = false) =>
  queryOptions({
    queryKey: ['install-log', admin, id] as const,
    queryFn: ({ signal }) =>
      callText(admin ? installRoutes.adminInstallLog : installRoutes.installLog, {
        params: { id },
        signal,
      }),
    gcTime: 0,
  });

/** Readable only by the owner. `gcTime: 0` drops it when the dialog closes. */
export const useRdpPassword = () =>
  useMutation({
    mutationFn: (id: string) => call(installRoutes.rdpPassword, { params: { id } }),
    gcTime: 0,
  });

export const useEraseRdpPassword = () =>
  useInvalidatingMutation(
    [installKeys.all],
    (id: string) => call(installRoutes.eraseRdpPassword, { params: { id } }),
    { invalidateOnError: true },
  );

/** Checks the password entered by the owner. Success may complete an install in review. */
export const useCheckRdp = () =>
  useInvalidatingMutation([installKeys.all], ({ id, password }: { id: string; password: string }) =>
    call(installRoutes.checkRdp, { params: { id }, body: { password } }),
  );

/** Starts an install, which holds 1 quota; `alsoInvalidate` is the query that shows the quota. */
export function useStartInstall(alsoInvalidate: readonly unknown[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: InstallRequest) => call(installRoutes.requestInstall, { body }),
    // Also after an error, because the install may have started although the response was lost.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: installKeys.all });
      void queries.invalidateQueries({ queryKey: alsoInvalidate });
    },
  });
}

/** Starts an install from the recovery system of install `id`; `alsoInvalidate` as in useStartInstall. */
export const useInstallAgain = (alsoInvalidate: readonly unknown[]) =>
  useInvalidatingMutation(
    [installKeys.all, alsoInvalidate],
    async ({ id, ...body }: InstallAgainRequest & { id: string }) => {
      await requireTerms();
      return call(installRoutes.installAgain, { params: { id }, body });
    },
    { invalidateOnError: true },
  );

export const linuxVersionsQuery = queryOptions({
  queryKey: ['linux-versions'],
  queryFn: ({ signal }) => call(linuxRoutes.linuxVersions, { signal }),
});

/** Returns the machine of install `id` to Linux; `alsoInvalidate` as in useStartInstall. */
export const useReturnToLinux = (alsoInvalidate: readonly unknown[]) =>
  useInvalidatingMutation(
    [installKeys.all, alsoInvalidate],
    async ({ id, ...body }: ReturnToLinuxRequest & { id: string }) => {
      await requireTerms();
      return call(linuxRoutes.returnToLinux, { params: { id }, body });
    },
    { invalidateOnError: true },
  );

/** Cancels an install before its commit. Afterwards the server rejects the request with the reason. */
export const useCancelInstall = () =>
  useInvalidatingMutation(
    [installKeys.all],
    (id: string) => callEnvelope(installRoutes.cancelInstall, { params: { id } }),
    { invalidateOnError: true },
  );
