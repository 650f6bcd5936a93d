import type { InstallRecord, UpdateInstallRequest } from '@casement/proto/http/install.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callEnvelope } from '@/lib/api-client.js';
import { adminInstallKeys } from './installs-query.js';

/** PUT /admin/install-data/{id}. Its message says what happens where the status is not there yet. */
export function useUpdateInstall() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateInstallRequest & { id: string }) =>
      callEnvelope<InstallRecord | null>('PUT', `/admin/install-data/${id}`, { body }),
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
