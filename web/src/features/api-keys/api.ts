import type { CreateApiKeyRequest } from '@casement/proto/http/auth/api-keys.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { userApiKeysRoutes } from '@casement/proto/http/auth/user-api-keys.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

/** Newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'] as const,
  queryFn: ({ signal }) => call(authRoutes.ownApiKeys, { signal }),
});

/** The response contains the key, which no later call returns. */
export const useCreateApiKey = () =>
  useInvalidatingMutation([apiKeysQuery.queryKey], (body: CreateApiKeyRequest) =>
    call(authRoutes.createApiKey, { body }),
  );

/** @param id user id */
export const userApiKeysQuery = (id: string) =>
  queryOptions({
    queryKey: [...apiKeysQuery.queryKey, id],
    queryFn: ({ signal }) => call(userApiKeysRoutes.apiKeysOfUser, { params: { id }, signal }),
  });

export const useRevokeUserApiKey = (id: string) =>
  useInvalidatingMutation(
    [userApiKeysQuery(id).queryKey],
    (key: string) => call(userApiKeysRoutes.revokeApiKeyOfUser, { params: { id, key } }),
    { invalidateOnError: true },
  );

export const useRevokeApiKey = () =>
  useInvalidatingMutation(
    [apiKeysQuery.queryKey],
    (id: string) => call(authRoutes.revokeApiKey, { params: { id } }),
    { invalidateOnError: true },
  );
