import type { UpdateProfileRequest } from '@casement/proto/http/auth/account.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type {
  ChangeEmailRequest,
  VerifyEmailRequest,
} from '@casement/proto/http/auth/email-addresses.js';
import type { UpdatePasswordRequest } from '@casement/proto/http/auth/passwords.js';
import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { DisplayableError } from '@/lib/api/api-error.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { t } from '@/messages/i18n.js';
import { updateUser } from '@/lib/session/session.js';
import { accessToken } from '@/lib/api/token.js';
import { settingsMessages } from '@/messages/account/settings.js';

/** The user, the quota and the dashboard figures. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'] as const,
  queryFn: ({ signal }) => call(authRoutes.dashboard, { signal }),
});

/** Sessions of the account, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'] as const,
  queryFn: ({ signal }) => call(authRoutes.ownSessions, { signal }),
});

/** Ends one session, or all others if no id is given. */
export const useEndSessions = () =>
  useInvalidatingMutation(
    [sessionsQuery.queryKey],
    (id: string | null) =>
      id ? call(authRoutes.endSession, { params: { id } }) : call(authRoutes.endOtherSessions),
    { invalidateOnError: true },
  );

/** Ends all access to the account except this session. @param stale query keys of the lists that become empty */
export const useRevokeOtherAccess = (stale: readonly QueryKey[]) =>
  useInvalidatingMutation(stale, () => call(authRoutes.revokeOtherAccess));

/** @throws DisplayableError if the response contains no user (SPEC §5) */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateProfileRequest) => {
      const { user } = await call(authRoutes.updateProfile, { body });
      if (!user) throw new DisplayableError(t(settingsMessages).profile.failed);
      return user;
    },
    onSuccess: (user) => {
      updateUser(user);
      return queries.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    },
  });
}

/** Sends a code to the new address. */
export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: ChangeEmailRequest) => call(accountSecurityRoutes.changeEmail, { body }),
  });

export function useConfirmEmailChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: VerifyEmailRequest) =>
      call(accountSecurityRoutes.confirmEmailChange, { body }),
    onSuccess: ({ user }) => {
      updateUser(user);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      return queries.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    },
  });
}

/** All sessions end. This page continues with the token in the response. */
export function useUpdatePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdatePasswordRequest) => call(authRoutes.updatePassword, { body }),
    onSuccess: (answer) => {
      accessToken.set(answer.accessToken);
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}

export const useExportAccount = () =>
  useMutation({ mutationFn: () => call(authRoutes.exportAccount) });

/** Rejected by the server while an install is in progress. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => call(authRoutes.deleteOwnAccount) });
