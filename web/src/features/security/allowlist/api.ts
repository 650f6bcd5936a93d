import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { securityKey } from '../security-key.js';

/** Added networks, newest first, followed by those of the configuration. */
export const allowlistQuery = queryOptions({
  queryKey: [...securityKey, 'allowlist'],
  queryFn: ({ signal }) => call(securityRoutes.allowlist, { signal }),
});

export const useAllowNetwork = () =>
  useInvalidatingMutation([securityKey], (body: { network: string; note: string }) =>
    call(securityRoutes.allowNetwork, { body }),
  );

export const useDisallowNetwork = () =>
  useInvalidatingMutation(
    [securityKey],
    (network: string) => call(securityRoutes.disallowNetwork, { body: { network } }),
    { invalidateOnError: true },
  );
