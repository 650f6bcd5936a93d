import type { ImageJob, ImportImageRequest } from '@casement/proto/http/images.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { windowsImagesQuery } from './windows-images-query.js';
import { adminWindowsVersionsQuery } from './windows-versions-query.js';

function useChange<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        [windowsImagesQuery, adminWindowsVersionsQuery].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** POST /admin/windows-images/import. */
export const useImportImage = () =>
  useChange((body: ImportImageRequest) =>
    call<ImageJob>('POST', '/admin/windows-images/import', { body }),
  );

/** POST /admin/windows-images/{version id}/verify. */
export const useVerifyImage = () =>
  useChange((versionId: string) =>
    call<ImageJob>('POST', `/admin/windows-images/${versionId}/verify`),
  );

/** POST /admin/windows-images/imports/{id}/cancel. */
export const useCancelImageJob = () =>
  useChange((jobId: string) =>
    call<ImageJob>('POST', `/admin/windows-images/imports/${jobId}/cancel`),
  );

/** DELETE /admin/windows-images/{version id}. */
export const useDeleteImage = () =>
  useChange((versionId: string) => call<unknown>('DELETE', `/admin/windows-images/${versionId}`));
