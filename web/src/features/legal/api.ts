import type { LegalDraft, LegalPageName } from '@casement/proto/http/auth/legal.js';
import { legalRoutes } from '@casement/proto/http/auth/legal.routes.js';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const legalKey = ['legal'] as const;

export const legalPageQuery = (page: LegalPageName) =>
  queryOptions({
    queryKey: [...legalKey, page],
    queryFn: ({ signal }) => call(legalRoutes.adminLegalPage, { params: { page }, signal }),
    // The form keeps the texts, so a refetch in the background would not show.
    staleTime: Infinity,
  });

export const useSaveLegalDraft = (page: LegalPageName) =>
  useMutation({
    mutationFn: (body: LegalDraft) => call(legalRoutes.saveLegalDraft, { params: { page }, body }),
  });

export const usePublishLegalPage = (page: LegalPageName) =>
  useInvalidatingMutation([legalKey], (body: LegalDraft) =>
    call(legalRoutes.publishLegalPage, { params: { page }, body }),
  );

export const usePreviewLegalText = () =>
  useMutation({
    mutationFn: (text: string) => call(legalRoutes.previewLegalPage, { body: { text } }),
  });

export const useAcceptTerms = (dashboardKey: readonly unknown[]) =>
  useInvalidatingMutation(
    [dashboardKey],
    (version: number) => call(legalRoutes.acceptTerms, { body: { version } }),
    { invalidateOnError: true },
  );
