import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { userKeys } from './admin-users-query.js';

/** DELETE /admin/users/{id}. */
export function useDeleteUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('DELETE', `/admin/users/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
  });
}
