import type { ImageUpload } from '@casement/proto/http/image-uploads.js';
import type { BuildImageRequest } from '@casement/proto/http/images.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { useChange } from '@/lib/use-change.js';
import { imagesAndVersions } from './api.js';

const POLL_CHECKS_MS = 2_000;

/** Those of all administrators; polled while one is checked. */
export const imageUploadsQuery = queryOptions({
  queryKey: ['admin-image-uploads'] as const,
  queryFn: ({ signal }) => call(installRoutes.imageUploads, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'checking') ? POLL_CHECKS_MS : false,
});

export const imageRecipesQuery = queryOptions({
  queryKey: ['admin-image-recipes'] as const,
  queryFn: ({ signal }) => call(installRoutes.imageRecipes, { signal }),
});

export const useRemoveUpload = () =>
  useChange([imageUploadsQuery.queryKey], ({ id }: Pick<ImageUpload, 'id'>) =>
    call(installRoutes.removeImageUpload, { params: { id } }),
  );

export const useBuildImage = () =>
  useChange(imagesAndVersions, (body: BuildImageRequest) =>
    call(installRoutes.buildImage, { body }),
  );
