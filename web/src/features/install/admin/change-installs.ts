import type { UpdateInstallRequest } from '@casement/proto/http/install.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.js';
import { adminInstallKeys } from './installs-query.js';

/** PUT /admin/install-data/{id}. */
export function useUpdateInstall() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateInstallRequest & { id: string }) =>
      call<unknown>('PUT', `/admin/install-data/${id}`, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminInstallKeys.all }),
  });
}

/** DELETE /admin/install-data/{id}. */
export function useDeleteInstall() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('DELETE', `/admin/install-data/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminInstallKeys.all }),
  });
}
