import type {
  PasswordReset,
  PasswordResetRequest,
} from '@casement/proto/http/install/password-reset.js';
import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { installKeys } from '../api.js';

const useOrder = (order: 'startWindows' | 'removeRecovery') =>
  useInvalidatingMutation(
    [installKeys.all],
    (id: string) => call(recoveryRoutes[order], { params: { id } }),
    { invalidateOnError: true },
  );

export const useStartWindows = () => useOrder('startWindows');
export const useRemoveRecovery = () => useOrder('removeRecovery');

const POLL_MS = 3_000;

export const isResetting = (reset: PasswordReset | null | undefined): boolean =>
  reset?.status === 'waiting' || reset?.status === 'writing' || reset?.status === 'starting';

/** Last reset of the Windows password, polled until it has ended. */
export const passwordResetQuery = (id: string) =>
  queryOptions({
    queryKey: [...installKeys.all, 'password-reset', id],
    queryFn: ({ signal }) => call(recoveryRoutes.windowsPasswordReset, { params: { id }, signal }),
    refetchInterval: ({ state }) => (isResetting(state.data) ? POLL_MS : false),
  });

export const useResetPassword = (id: string) =>
  useInvalidatingMutation(
    [installKeys.all],
    (body: PasswordResetRequest) =>
      call(recoveryRoutes.resetWindowsPassword, { params: { id }, body }),
    { invalidateOnError: true },
  );
