import type { WindowsVersion, WindowsVersionRequest } from '@casement/proto/http/install.js';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { windowsImagesQuery } from './windows-images-query.js';
import { adminWindowsVersionsQuery } from './windows-versions-query.js';

/** A version's image is named after it, and comes and goes with it. */
const refresh = (queries: QueryClient) =>
  Promise.all(
    [adminWindowsVersionsQuery, windowsImagesQuery].map(({ queryKey }) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );

/** POST /admin/windows-versions, or PUT /admin/windows-versions/{id} where there is an `id`. */
export function useSaveWindowsVersion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: WindowsVersionRequest & { id?: string }) =>
      id
        ? call<WindowsVersion>('PUT', `/admin/windows-versions/${id}`, { body })
        : call<WindowsVersion>('POST', '/admin/windows-versions', { body }),
    onSuccess: () => refresh(queries),
  });
}

/** DELETE /admin/windows-versions/{id}. */
export function useDeleteWindowsVersion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('DELETE', `/admin/windows-versions/${id}`),
    onSuccess: () => refresh(queries),
  });
}
