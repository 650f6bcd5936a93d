import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type {
  TwoFactorDisableRequest,
  TwoFactorEnableRequest,
} from '@casement/proto/http/auth/two-factor.js';
import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, renewToken } from '@/lib/api/api-client.js';
import { createPasskey } from '@/lib/passkey.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

export const twoFactorStatusQuery = queryOptions({
  queryKey: ['admin-2fa'] as const,
  queryFn: ({ signal }) => call(authRoutes.twoFactorStatus, { signal }),
});

/** Second factors of the signed-in user. */
export const ownTwoFactorQuery = queryOptions({
  queryKey: ['2fa'] as const,
  queryFn: ({ signal }) => call(accountSecurityRoutes.ownTwoFactor, { signal }),
});

/** Routes of administrators (SPEC §7) and of every user. The latter need step-up. */
const ROUTES = {
  admin: { setUp: authRoutes.setUpTwoFactor, enable: authRoutes.enableTwoFactor },
  own: { setUp: accountSecurityRoutes.setUpOwnApp, enable: accountSecurityRoutes.enableOwnApp },
} as const;
export type Scope = keyof typeof ROUTES;

/**
 * Recovery codes from enabling two-factor. The server never returns them again, so they outlive the section that
 * shows them: until they are saved, or the area is left and its cache dropped.
 */
export const recoveryCodesQuery = queryOptions<string[]>({
  queryKey: ['recovery-codes'] as const,
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Requests a new secret, which takes effect only when enabled. */
export const useSetUpTwoFactor = (scope: Scope) =>
  useMutation({ mutationFn: () => call(ROUTES[scope].setUp) });

export function useEnableTwoFactor(scope: Scope) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: TwoFactorEnableRequest) => {
      const enabled = await call(ROUTES[scope].enable, { body });
      // If two-factor is required, the previous token reaches no other call. The next refresh would fix that too.
      await renewToken().catch(() => undefined);
      return enabled;
    },
    onSuccess: ({ recoveryCodes }) => {
      queries.setQueryData(recoveryCodesQuery.queryKey, recoveryCodes);
      queries.setQueryData(twoFactorStatusQuery.queryKey, { enabled: true });
      return queries.invalidateQueries({ queryKey: ownTwoFactorQuery.queryKey });
    },
  });
}

/** Removes the user's own authenticator app after a step-up. */
export const useRemoveApp = () =>
  useInvalidatingMutation([ownTwoFactorQuery.queryKey, twoFactorStatusQuery.queryKey], () =>
    call(accountSecurityRoutes.removeOwnApp),
  );

/** Creates a passkey in the browser and adds it. The response has recovery codes if the user had none. */
export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { options } = await call(accountSecurityRoutes.passkeyOptions);
      const credential = await createPasskey(options);
      return call(accountSecurityRoutes.addPasskey, { body: { credential } });
    },
    onSuccess: ({ recoveryCodes }) => {
      if (recoveryCodes.length > 0) {
        queries.setQueryData(recoveryCodesQuery.queryKey, recoveryCodes);
      }
      return queries.invalidateQueries({ queryKey: ownTwoFactorQuery.queryKey });
    },
  });
}

/** Cancels a recovery that an administrator has started. */
export const useCancelRecovery = () =>
  useInvalidatingMutation(
    [ownTwoFactorQuery.queryKey],
    () => call(accountSecurityRoutes.cancelOwnRecovery),
    { invalidateOnError: true },
  );

export const useRemovePasskey = () =>
  useInvalidatingMutation([ownTwoFactorQuery.queryKey], (id: string) =>
    call(accountSecurityRoutes.removePasskey, { params: { id } }),
  );

export function useRenewRecoveryCodes() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountSecurityRoutes.renewRecoveryCodes),
    onSuccess: ({ recoveryCodes }) => {
      queries.setQueryData(recoveryCodesQuery.queryKey, recoveryCodes);
      return queries.invalidateQueries({ queryKey: ownTwoFactorQuery.queryKey });
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

/** Invalidates no queries because testing a code does not change the settings. */
export const useTestTwoFactor = () =>
  useMutation({
    mutationFn: (body: TwoFactorDisableRequest) => call(authRoutes.testTwoFactor, { body }),
  });
