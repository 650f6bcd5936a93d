import { installRoutes } from '@casement/proto/http/install.routes.js';
import type { InstallRequest } from '@casement/proto/http/install.js';
import type { VpsCheck, VpsCheckRequest } from '@casement/proto/http/vps-checks.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callEnvelope, callPage, callText } from '@/lib/api-client.js';
import { pageQuery } from '@/lib/page-query.js';
import { useChange } from '@/lib/use-change.js';

/** All of them, those without an image marked. */
export const windowsVersionsQuery = queryOptions({
  queryKey: ['windows-versions'] as const,
  queryFn: ({ signal }) => call(installRoutes.windowsVersions, { signal }),
  staleTime: 60_000,
});

const checkKeys = { all: ['vps-check'] as const };

/** It costs nothing and changes nothing on the VPS. */
export function useRequestCheck() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: VpsCheckRequest) => call(installRoutes.requestVpsCheck, { body }),
    // With `reuse` it may have passed already.
    onSuccess: (check) => queries.setQueryData([...checkKeys.all, check.id], check),
  });
}

const CHECK_POLL_MS = 2_000;

/** Asked for until it has ended, and known as long as the page is. */
export const vpsCheckQuery = (id: string) =>
  queryOptions({
    queryKey: [...checkKeys.all, id],
    queryFn: ({ signal }) => call(installRoutes.vpsCheck, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : CHECK_POLL_MS),
    staleTime: ({ state }) => (state.data?.finished_at ? Infinity : 0),
    gcTime: Infinity,
  });

/** Whether a check has passed since the page was opened. */
export function useHasPassedCheck(): boolean {
  const checks = useQueryClient().getQueriesData<VpsCheck>({ queryKey: checkKeys.all });
  return checks.some(([, check]) => check?.status === 'passed');
}

export const installKeys = { all: ['installs'] as const };

/** Newest first. */
export const installHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: [...installKeys.all, 'history', page],
    queryFn: ({ signal }) =>
      callPage(installRoutes.installHistory, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** Those under way, on whichever page of the history they are. */
export const activeInstallsQuery = queryOptions({
  queryKey: [...installKeys.all, 'active'],
  queryFn: ({ signal }) =>
    callPage(installRoutes.installHistory, {
      query: { status: 'active', pageSize: 100 },
      signal,
    }),
});

/** One of the caller's own; another user's is not found. */
export const ownInstallQuery = (id: string) =>
  queryOptions({
    queryKey: [...installKeys.all, 'own', id],
    queryFn: ({ signal }) => call(installRoutes.ownInstall, { params: { id }, signal }),
  });

/** Plain text: of one's own install, or for administrators of any. */
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

/** For its owner alone, and kept by nothing in the page but the open dialog. */
export const useRdpPassword = () =>
  useMutation({
    mutationFn: (id: string) => call(installRoutes.rdpPassword, { params: { id } }),
    gcTime: 0,
  });

export const useEraseRdpPassword = () =>
  useChange(
    [installKeys.all],
    (id: string) => call(installRoutes.eraseRdpPassword, { params: { id } }),
    { evenIfRefused: true },
  );

/** Its owner types the password once more; an install in review may be completed by it. */
export const useCheckRdp = () =>
  useChange([installKeys.all], ({ id, password }: { id: string; password: string }) =>
    call(installRoutes.checkRdp, { params: { id }, body: { password } }),
  );

/** It holds 1 quota, so what shows the quota is `alsoStale`. */
export function useStartInstall(alsoStale: readonly unknown[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: InstallRequest) => call(installRoutes.requestInstall, { body }),
    // A lost answer may be that of an install which was started.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: installKeys.all });
      void queries.invalidateQueries({ queryKey: alsoStale });
    },
  });
}

/** Before the commit; after it a refusal that names the reason. The record shows the state in either case. */
export const useCancelInstall = () =>
  useChange(
    [installKeys.all],
    (id: string) => callEnvelope(installRoutes.cancelInstall, { params: { id } }),
    { evenIfRefused: true },
  );
