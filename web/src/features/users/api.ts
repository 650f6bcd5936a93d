import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { UpdateQuotaRequest } from '@casement/proto/http/billing/quota.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import type {
  AdminNoteRequest,
  AdminUsersQuery,
  UpdateRoleRequest,
  UserAction,
  UserActionRequest,
} from '@casement/proto/http/auth/users.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { Sorting, TableFilter } from '@/lib/navigation/use-filters.js';

const usersKey = ['admin-users'] as const;

export type UserSorting = Sorting<AdminUsersQuery['sort']>;

/** Newest first unless sorted. The search covers username and email. */
export const adminUsersQuery = (filter: TableFilter & Partial<UserSorting>) =>
  queryOptions({
    queryKey: [...usersKey, filter],
    queryFn: ({ signal }) => callPage(authRoutes.adminUsers, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportUsers =
  (filter: TableFilter & Partial<UserSorting>) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(authRoutes.adminUsers, { query: { ...pageQuery(filter), ...position }, signal });

/**
 * A single user, including their quota.
 *
 * @throws ApiError 404 if the user does not exist (anymore)
 */
export const adminUserQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(authRoutes.oneUser, { params: { id }, signal }),
  });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'sessions', id],
    queryFn: ({ signal }) => call(authRoutes.sessionsOfUser, { params: { id }, signal }),
  });

/** Recovery of a user who has lost all second factors. */
export const userRecoveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, 'recovery', id],
    queryFn: ({ signal }) => call(accountSecurityRoutes.recoveryOfUser, { params: { id }, signal }),
  });

export const useStartRecovery = (id: string) =>
  useInvalidatingMutation([userRecoveryQuery(id).queryKey], () =>
    call(accountSecurityRoutes.startRecovery, { params: { id } }),
  );

export const useCancelRecovery = (id: string) =>
  useInvalidatingMutation(
    [userRecoveryQuery(id).queryKey],
    () => call(accountSecurityRoutes.cancelRecoveryOfUser, { params: { id } }),
    { invalidateOnError: true },
  );

export const useUpdateRole = () =>
  useInvalidatingMutation([usersKey], ({ id, ...body }: UpdateRoleRequest & { id: string }) =>
    call(authRoutes.changeRole, { params: { id }, body }),
  );

/** The key makes a retry after a lost response idempotent. */
export const useUpdateQuota = () =>
  useInvalidatingMutation(
    [usersKey, ['quota-ledger']],
    ({
      id,
      idempotencyKey,
      ...body
    }: UpdateQuotaRequest & { id: string; idempotencyKey: string }) =>
      call(billingRoutes.updateQuota, {
        params: { id },
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
  );

/** Preview of an action. Asks for the password first if the last confirmation is too old. */
export const userActionPreviewQuery = (action: UserAction, ids: string[]) =>
  queryOptions({
    queryKey: ['user-action-preview', action, ids],
    queryFn: ({ signal }) =>
      call(authRoutes.actOnUsers, { body: { action, ids, preview: true }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export const useActOnUsers = () =>
  useInvalidatingMutation(
    [usersKey],
    (body: UserActionRequest) => call(authRoutes.actOnUsers, { body }),
    { invalidateOnError: true },
  );

export const useSetNote = () =>
  useInvalidatingMutation([usersKey], ({ id, note }: AdminNoteRequest & { id: string }) =>
    call(authRoutes.setAdminNote, { params: { id }, body: { note } }),
  );

export const useDeleteUser = () =>
  useInvalidatingMutation([usersKey], (id: string) =>
    call(authRoutes.deleteUser, { params: { id } }),
  );
