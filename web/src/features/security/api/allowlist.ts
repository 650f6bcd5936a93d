import type { AllowedNetwork } from '@casement/proto/http/security/allowlist.js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { securityKeys } from './security-keys.js';

/** GET /security/allowlist: what was added, newest first, then what the configuration says. */
export const allowlistQuery = queryOptions({
  queryKey: [...securityKeys.all, 'allowlist'],
  queryFn: ({ signal }) => call<AllowedNetwork[]>('GET', '/security/allowlist', { signal }),
});

/** POST /security/allowlist. */
export function useAllowNetwork() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { network: string; note: string }) =>
      call<AllowedNetwork>('POST', '/security/allowlist', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** DELETE /security/allowlist. */
export function useDisallowNetwork() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (network: string) =>
      call<unknown>('DELETE', '/security/allowlist', { body: { network } }),
    onSettled: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}
