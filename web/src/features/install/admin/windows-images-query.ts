import {
  ACTIVE_IMAGE_JOBS,
  type ImageJob,
  type ImportableFile,
  type WindowsImage,
} from '@casement/proto/http/images.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** An import is watched more closely than an install: it moves every second. */
const POLL_IMAGES_MS = 2_000;

export const isUnderWay = (job: ImageJob | null): job is ImageJob =>
  job !== null && (ACTIVE_IMAGE_JOBS as readonly string[]).includes(job.status);

/** GET /admin/windows-images: asked for again while something is imported or verified. */
export const windowsImagesQuery = queryOptions({
  queryKey: ['admin-windows-images'] as const,
  queryFn: ({ signal }) => call<WindowsImage[]>('GET', '/admin/windows-images', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some(({ job }) => isUnderWay(job)) ? POLL_IMAGES_MS : false,
});

/** GET /admin/windows-images/files: what lies in the import folder now. */
export const importableFilesQuery = queryOptions({
  queryKey: ['admin-importable-files'] as const,
  queryFn: ({ signal }) => call<ImportableFile[]>('GET', '/admin/windows-images/files', { signal }),
  staleTime: 0,
});
