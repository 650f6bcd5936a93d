import type { UpdateRoleRequest, UpdateRoleResponse } from '@casement/proto/http/auth.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { userKeys } from './admin-users-query.js';

/** PUT /admin/users/{id}. */
export function useUpdateRole() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateRoleRequest & { id: string }) =>
      call<UpdateRoleResponse>('PUT', `/admin/users/${id}`, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
  });
}
