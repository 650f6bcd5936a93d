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
 * The codes that came with enabling. The server never gives them again, so they outlive the section that shows them:
 * until they are kept, or the admin area is left and its memory with it.
 */
export const recoveryCodesQuery = queryOptions<string[]>({
  queryKey: ['admin-2fa', 'recovery-codes'] as const,
  queryFn: skipToken,
  gcTime: Infinity,
});

/** A fresh secret, in force only once it is enabled. */
export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: () => call(authRoutes.setUpTwoFactor) });

export function useEnableTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: TwoFactorEnableRequest) => {
      const enabled = await call(authRoutes.enableTwoFactor, { body });
      // Where two-factor is required, the token of before reaches nothing else. The next refresh would mend it too.
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

/** Nothing changes. */
export const useTestTwoFactor = () =>
  useMutation({
    mutationFn: (body: TwoFactorDisableRequest) => call(authRoutes.testTwoFactor, { body }),
  });
