import type { ReceiptParty, ReceiptSettings } from '@casement/proto/http/billing/receipts.js';
import { receiptRoutes } from '@casement/proto/http/billing/receipts.routes.js';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callFile, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import { download } from '@/lib/csv/download.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { receiptMessages } from '@/messages/receipts.js';

/** A receipt takes the server about 30 ms. */
const ARCHIVE_TIMEOUT_MS = 600_000;

export const receiptQuery = (number: string) =>
  queryOptions({
    queryKey: ['receipts', number],
    queryFn: ({ signal }) => call(receiptRoutes.ownReceipt, { params: { number }, signal }),
    staleTime: Infinity,
  });

export const buyerQuery = queryOptions({
  queryKey: ['receipt-buyer'] as const,
  queryFn: ({ signal }) => call(receiptRoutes.receiptBuyer, { signal }),
});

export const useSaveBuyer = () =>
  useInvalidatingMutation([buyerQuery.queryKey], (body: ReceiptParty) =>
    call(receiptRoutes.updateReceiptBuyer, { body }),
  );

export const settingsQuery = queryOptions({
  queryKey: ['receipt-settings'] as const,
  queryFn: ({ signal }) => call(receiptRoutes.receiptSettings, { signal }),
});

export const useSaveSettings = () =>
  useInvalidatingMutation([settingsQuery.queryKey], (body: ReceiptSettings) =>
    call(receiptRoutes.updateReceiptSettings, { body }),
  );

/** Receipts issued in a month such as `2026-11`, newest first. */
export const monthQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: ['admin-receipts', month, page],
    queryFn: ({ signal }) =>
      callPage(receiptRoutes.adminReceipts, {
        query: { ...pageQuery({ page }), month },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const exportMonth =
  (month: string) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(receiptRoutes.adminReceipts, { query: { ...position, month }, signal });

/** Saves a file in the current language. */
const useDownload = (name: string, load: () => Promise<Blob>, failed: string) =>
  useMutation({
    mutationFn: load,
    onSuccess: (content) => download({ name, type: content.type, content }),
    onError: (error) => toastFailure(failed, error),
  });

export const useReceiptPdf = (number: string) =>
  useDownload(
    `${number}.pdf`,
    () =>
      callFile(receiptRoutes.ownReceiptPdf, {
        params: { number },
        query: { language: currentLanguage() },
      }),
    t(receiptMessages).downloadFailed,
  );

export const useOwnArchive = () =>
  useDownload(
    t(receiptMessages).allFile,
    () =>
      callFile(receiptRoutes.ownReceiptArchive, {
        query: { language: currentLanguage() },
        timeoutMs: ARCHIVE_TIMEOUT_MS,
      }),
    t(receiptMessages).downloadFailed,
  );

export const useMonthArchive = (month: string) =>
  useDownload(
    t(receiptMessages).admin.zipFile(month),
    () =>
      callFile(receiptRoutes.receiptArchive, {
        query: { month, language: currentLanguage() },
        timeoutMs: ARCHIVE_TIMEOUT_MS,
      }),
    t(receiptMessages).admin.zipFailed,
  );
