import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type {
  TwoFactorDisableRequest,
  TwoFactorEnableRequest,
} from '@casement/proto/http/auth/two-factor.js';
import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, renewToken } from '@/lib/api/api-client.js';

export const twoFactorStatusQuery = queryOptions({
  queryKey: ['admin-2fa'] as const,
  queryFn: ({ signal }) => call(authRoutes.twoFactorStatus, { signal }),
});

/**
 * Recovery codes from enabling two-factor. The server never returns them again, so they outlive the section that
 * shows them: until they are saved, or the admin area is left and its cache dropped.
 */
export const recoveryCodesQuery = queryOptions<string[]>({
  queryKey: ['admin-2fa', 'recovery-codes'] as const,
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Requests a new secret, which takes effect only when enabled. */
export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: () => call(authRoutes.setUpTwoFactor) });

export function useEnableTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: TwoFactorEnableRequest) => {
      const enabled = await call(authRoutes.enableTwoFactor, { body });
      // If two-factor is required, the previous token reaches no other call. The next refresh would fix that too.
      await renewToken().catch(() => undefined);
      return enabled;
    },
    onSuccess: ({ recoveryCodes }) => {
      queries.setQueryData(recoveryCodesQuery.queryKey, recoveryCodes);
      queries.setQueryData(twoFactorStatusQuery.queryKey, { enabled: true });
    },
  });
}

export function useDisableTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TwoFactorDisableRequest) => call(authRoutes.disableTwoFactor, { body }),
    onSuccess: () => {
      queries.setQueryData(twoFactorStatusQuery.queryKey, { enabled: false });
    },
  });
}

/** Changes no state. */
export const useTestTwoFactor = () =>
  useMutation({
    mutationFn: (body: TwoFactorDisableRequest) => call(authRoutes.testTwoFactor, { body }),
  });
