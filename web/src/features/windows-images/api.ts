import {
  ACTIVE_IMAGE_JOBS,
  type ImageJob,
  type ImportImageRequest,
} from '@casement/proto/http/images.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { useChange } from '@/lib/use-change.js';
import { imagesAndVersions, windowsImagesNowQuery } from './api.js';

/** Shorter than for an install: an import makes progress every second. */
const POLL_IMAGES_MS = 2_000;

export const isUnderWay = (job: ImageJob | null): job is ImageJob =>
  job !== null && (ACTIVE_IMAGE_JOBS as readonly string[]).includes(job.status);

/** Polled while an image is imported or verified. */
export const windowsImagesQuery = queryOptions({
  ...windowsImagesNowQuery,
  refetchInterval: ({ state }) =>
    state.data?.some(({ job }) => isUnderWay(job)) ? POLL_IMAGES_MS : false,
});

/** The files in the import folder now. */
export const importableFilesQuery = queryOptions({
  queryKey: ['admin-importable-files'] as const,
  queryFn: ({ signal }) => call(installRoutes.importableFiles, { signal }),
  staleTime: 0,
});

/** The report of the certification of a version's image. */
export const certificationQuery = (versionId: string) =>
  queryOptions({
    queryKey: [...windowsImagesNowQuery.queryKey, versionId, 'certification'] as const,
    queryFn: ({ signal }) =>
      call(installRoutes.imageCertification, { params: { id: versionId }, signal }),
  });

export const useImportImage = () =>
  useChange(imagesAndVersions, (body: ImportImageRequest) =>
    call(installRoutes.importImage, { body }),
  );

export const useVerifyImage = () =>
  useChange(imagesAndVersions, (versionId: string) =>
    call(installRoutes.verifyImage, { params: { id: versionId } }),
  );

export const useCancelImageJob = () =>
  useChange(imagesAndVersions, (jobId: string) =>
    call(installRoutes.cancelImageJob, { params: { id: jobId } }),
  );

export const useDeleteImage = () =>
  useChange(imagesAndVersions, (versionId: string) =>
    call(installRoutes.removeImage, { params: { id: versionId } }),
  );
