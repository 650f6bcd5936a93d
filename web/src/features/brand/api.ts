import type { BrandImageUpload, BrandSettings } from '@casement/proto/http/auth/brand.js';
import { brandRoutes } from '@casement/proto/http/auth/brand.routes.js';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const brandKey = ['brand'] as const;

export const brandQuery = queryOptions({
  queryKey: brandKey,
  queryFn: ({ signal }) => call(brandRoutes.adminBrand, { signal }),
  // The form keeps the values, so a refetch in the background would not show.
  staleTime: Infinity,
});

export const useSaveBrand = () =>
  useInvalidatingMutation([brandKey], (body: BrandSettings) =>
    call(brandRoutes.saveBrand, { body }),
  );

export const useAddBrandImage = () =>
  useMutation({
    mutationFn: (body: BrandImageUpload) => call(brandRoutes.addBrandImage, { body }),
  });
