import type { ImageUpload } from '@casement/proto/http/install/windows/image-uploads.js';
import type {
  BuildImageRequest,
  ImageJob,
  ImportImageRequest,
} from '@casement/proto/http/install/windows/images.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import type { WindowsVersionRequest } from '@casement/proto/http/install/windows/windows-versions.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const windowsImagesKey = ['admin-windows-images'] as const;

/** Image states without polling. */
export const windowsImagesNowQuery = queryOptions({
  queryKey: windowsImagesKey,
  queryFn: ({ signal }) => call(imageRoutes.adminImages, { signal }),
});

export const adminWindowsVersionsQuery = queryOptions({
  queryKey: ['admin-windows-versions'] as const,
  queryFn: ({ signal }) => call(windowsVersionRoutes.adminWindowsVersions, { signal }),
});

/** Images are named after their version and are created and deleted with it. */
const imagesAndVersions = [windowsImagesKey, adminWindowsVersionsQuery.queryKey];

/** Creates a version, or updates the one with this `id`. */
export const useSaveWindowsVersion = () =>
  useInvalidatingMutation(
    imagesAndVersions,
    ({ id, ...body }: WindowsVersionRequest & { id?: string }) =>
      id
        ? call(windowsVersionRoutes.updateWindowsVersion, { params: { id }, body })
        : call(windowsVersionRoutes.createWindowsVersion, { body }),
  );

export const useDeleteWindowsVersion = () =>
  useInvalidatingMutation(imagesAndVersions, (id: string) =>
    call(windowsVersionRoutes.removeWindowsVersion, { params: { id } }),
  );

/** Shorter than for installs because an import makes progress every second. */
const IMAGE_POLL_MS = 2_000;

export const isJobActive = (job: ImageJob | null): job is ImageJob =>
  job?.status === 'queued' || job?.status === 'running';

/** Polled while an image is being imported or verified. */
export const windowsImagesQuery = queryOptions({
  ...windowsImagesNowQuery,
  refetchInterval: ({ state }) =>
    state.data?.some(({ job }) => isJobActive(job)) ? IMAGE_POLL_MS : false,
});

export const importableFilesQuery = queryOptions({
  queryKey: ['admin-importable-files'] as const,
  queryFn: ({ signal }) => call(imageRoutes.importableFiles, { signal }),
  staleTime: 0,
});

export const certificationQuery = (versionId: string) =>
  queryOptions({
    queryKey: [...windowsImagesNowQuery.queryKey, versionId, 'certification'] as const,
    queryFn: ({ signal }) =>
      call(imageRoutes.imageCertification, { params: { id: versionId }, signal }),
  });

export const useImportImage = () =>
  useInvalidatingMutation(imagesAndVersions, (body: ImportImageRequest) =>
    call(imageRoutes.importImage, { body }),
  );

export const useVerifyImage = () =>
  useInvalidatingMutation(imagesAndVersions, (versionId: string) =>
    call(imageRoutes.verifyImage, { params: { id: versionId } }),
  );

export const useCancelImageJob = () =>
  useInvalidatingMutation(imagesAndVersions, (jobId: string) =>
    call(imageRoutes.cancelImageJob, { params: { id: jobId } }),
  );

export const useDeleteImage = () =>
  useInvalidatingMutation(imagesAndVersions, (versionId: string) =>
    call(imageRoutes.removeImage, { params: { id: versionId } }),
  );

const UPLOAD_POLL_MS = 2_000;

/** Uploads of all administrators; polled while one is being checked. */
export const imageUploadsQuery = queryOptions({
  queryKey: ['admin-image-uploads'] as const,
  queryFn: ({ signal }) => call(imageRoutes.imageUploads, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'checking') ? UPLOAD_POLL_MS : false,
});

export const imageRecipesQuery = queryOptions({
  queryKey: ['admin-image-recipes'] as const,
  queryFn: ({ signal }) => call(imageRoutes.imageRecipes, { signal }),
});

export const useRemoveUpload = () =>
  useInvalidatingMutation([imageUploadsQuery.queryKey], ({ id }: Pick<ImageUpload, 'id'>) =>
    call(imageRoutes.removeImageUpload, { params: { id } }),
  );

export const useBuildImage = () =>
  useInvalidatingMutation(imagesAndVersions, (body: BuildImageRequest) =>
    call(imageRoutes.buildImage, { body }),
  );
