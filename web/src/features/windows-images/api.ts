import type {
  AdminLinuxVersion,
  ImageKind,
  LinuxVersionRequest,
} from '@casement/proto/http/install/linux.js';
import type { ImageUpload } from '@casement/proto/http/install/windows/image-uploads.js';
import type {
  BuildImageRequest,
  ImageJob,
  ImportImageRequest,
  WindowsImage,
} from '@casement/proto/http/install/windows/images.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import type {
  WindowsVersion,
  WindowsVersionRequest,
} from '@casement/proto/http/install/windows/windows-versions.js';
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

const linuxVersionsKey = ['admin-linux-versions'] as const;

/** Linux versions with their images, without polling. */
export const linuxVersionsNowQuery = queryOptions({
  queryKey: linuxVersionsKey,
  queryFn: ({ signal }) => call(linuxRoutes.adminLinuxVersions, { signal }),
});

/** Images are named after their version and are created and deleted with it. */
const imagesAndVersions = [windowsImagesKey, adminWindowsVersionsQuery.queryKey, linuxVersionsKey];

export type VersionRequest = WindowsVersionRequest & Partial<LinuxVersionRequest>;

const VERSION_ROUTES = {
  windows: {
    create: windowsVersionRoutes.createWindowsVersion,
    update: windowsVersionRoutes.updateWindowsVersion,
    remove: windowsVersionRoutes.removeWindowsVersion,
  },
  linux: {
    create: linuxRoutes.createLinuxVersion,
    update: linuxRoutes.updateLinuxVersion,
    remove: linuxRoutes.removeLinuxVersion,
  },
};

/** Creates a version, or updates the one with this `id`. */
export function useSaveVersion(kind: ImageKind) {
  const { create, update } = VERSION_ROUTES[kind];
  return useInvalidatingMutation(
    imagesAndVersions,
    ({ id, ...body }: VersionRequest & { id?: string }): Promise<unknown> =>
      id ? call(update, { params: { id }, body }) : call(create, { body }),
  );
}

export function useDeleteVersion(kind: ImageKind) {
  const { remove } = VERSION_ROUTES[kind];
  return useInvalidatingMutation(imagesAndVersions, (id: string) =>
    call(remove, { params: { id } }),
  );
}

/** Shorter than for installs because an import makes progress every second. */
const IMAGE_POLL_MS = 2_000;

export const isJobActive = (job: ImageJob | null): job is ImageJob =>
  job?.status === 'queued' || job?.status === 'running';

const pollWhileActive = ({ state }: { state: { data: WindowsImage[] | undefined } }) =>
  state.data?.some(({ job }) => isJobActive(job)) ? IMAGE_POLL_MS : false;

/** Polled while an image is being imported or verified. */
export const windowsImagesQuery = queryOptions({
  ...windowsImagesNowQuery,
  refetchInterval: pollWhileActive,
});

/** A version of Windows or Linux. Fields of the other system are absent. */
export interface Version extends Pick<
  WindowsVersion,
  'id' | 'name' | 'slug' | 'available' | 'processor' | 'boot_guard'
> {
  enabled?: boolean;
}

/** Image of a version of Windows or Linux. */
export type VersionImage = WindowsImage & Partial<Pick<AdminLinuxVersion, 'firmware'>>;

/** Linux versions with their images, polled like the images of Windows. */
export const adminLinuxVersionsQuery = queryOptions({
  ...linuxVersionsNowQuery,
  refetchInterval: pollWhileActive,
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
