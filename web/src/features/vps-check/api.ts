import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import type { VpsCheck, VpsCheckRequest } from '@casement/proto/http/install/vps-checks.js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';

/** All versions. Versions without an image are marked. */
export const windowsVersionsQuery = queryOptions({
  queryKey: ['windows-versions'] as const,
  queryFn: ({ signal }) => call(windowsVersionRoutes.windowsVersions, { signal }),
  staleTime: 60_000,
});

/** Address of this browser, and whether remote desktop can be limited to networks. */
export const windowsOptionsOfferQuery = queryOptions({
  queryKey: ['windows-options'] as const,
  queryFn: ({ signal }) => call(installRoutes.windowsOptionsOffer, { signal }),
});

const checkKeys = { all: ['vps-check'] as const };

/** Starts a check, which is free and changes nothing on the VPS. */
export function useRequestCheck() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: VpsCheckRequest) => call(installRoutes.requestVpsCheck, { body }),
    // The response may be a check that has already passed if `reuse` is set.
    onSuccess: (check) => queries.setQueryData([...checkKeys.all, check.id], check),
  });
}

const CHECK_POLL_MS = 2_000;

/** Polled until the check ends. The result stays cached until the page is reloaded. */
export const vpsCheckQuery = (id: string) =>
  queryOptions({
    queryKey: [...checkKeys.all, id],
    queryFn: ({ signal }) => call(installRoutes.vpsCheck, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : CHECK_POLL_MS),
    staleTime: ({ state }) => (state.data?.finished_at ? Infinity : 0),
    gcTime: Infinity,
  });

/** Returns true if a check has passed since the page was opened. */
export function useHasPassedCheck(): boolean {
  const checks = useQueryClient().getQueriesData<VpsCheck>({ queryKey: checkKeys.all });
  return checks.some(([, check]) => check?.status === 'passed');
}
