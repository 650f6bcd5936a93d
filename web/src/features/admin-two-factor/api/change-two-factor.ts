import type {
  TwoFactorDisableRequest,
  TwoFactorEnableRequest,
  TwoFactorEnableResponse,
  TwoFactorSetupResponse,
  TwoFactorStatusResponse,
} from '@casement/proto/http/auth.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { recoveryCodesQuery } from './recovery-codes-query.js';
import { twoFactorStatusQuery } from './two-factor-status-query.js';

/** POST /admin/2fa/setup: a fresh secret, in force only once it is enabled. */
export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: () => call<TwoFactorSetupResponse>('POST', '/admin/2fa/setup') });

/** POST /admin/2fa/enable. */
export function useEnableTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TwoFactorEnableRequest) =>
      call<TwoFactorEnableResponse>('POST', '/admin/2fa/enable', { body }),
    onSuccess: ({ recoveryCodes }) => {
      queries.setQueryData(recoveryCodesQuery.queryKey, recoveryCodes);
      setEnabled(queries, true);
    },
  });
}

/** POST /admin/2fa/disable. */
export function useDisableTwoFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TwoFactorDisableRequest) =>
      call<unknown>('POST', '/admin/2fa/disable', { body }),
    onSuccess: () => setEnabled(queries, false),
  });
}

/** POST /admin/2fa/test: nothing changes. */
export const useTestTwoFactor = () =>
  useMutation({
    mutationFn: (body: TwoFactorDisableRequest) =>
      call<unknown>('POST', '/admin/2fa/test', { body }),
  });

function setEnabled(queries: ReturnType<typeof useQueryClient>, enabled: boolean): void {
  const status: TwoFactorStatusResponse = { enabled };
  queries.setQueryData(twoFactorStatusQuery.queryKey, status);
}
