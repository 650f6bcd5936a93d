import type { PrepareBpayRequest, VerifyBpayRequest } from '@casement/proto/http/billing/bpay.js';
import type { CreateTopupRequest, TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import type { RedeemVoucherRequest } from '@casement/proto/http/billing/vouchers.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { EXPIRY_CHECK_MS } from '@/config/limits.js';
import { call, callPage, callText } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { isPayable } from './topup-status.js';

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods', 'enabled'] as const,
  queryFn: ({ signal }) => call(billingRoutes.enabledPaymentMethods, { signal }),
  staleTime: 60_000,
});

/** @param voucher code, or '' for none */
export const quoteQuery = (quantity: number, voucher = '') =>
  queryOptions({
    queryKey: ['topup-quote', quantity, voucher],
    queryFn: ({ signal }) =>
      call(billingRoutes.calculateTopup, {
        body: { quantity, ...(voucher && { voucher_code: voucher }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const topupsKey = ['topups'] as const;

/** Newest first. */
export const topupHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: [...topupsKey, 'history', page],
    queryFn: ({ signal }) =>
      callPage(billingRoutes.topupHistory, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

/** Unpaid top-ups, newest first. Polled while one can be paid, because it may be paid in another app or window. */
export const unpaidTopupsQuery = queryOptions({
  queryKey: [...topupsKey, 'unpaid'],
  queryFn: ({ signal }) =>
    callPage(billingRoutes.topupHistory, {
      query: pageQuery({ page: 1, status: 'UNPAID' as const }),
      signal,
    }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((topup) => isPayable(topup, Date.now())) ? EXPIRY_CHECK_MS : false,
});

/** A top-up of the caller by either reference. Another user's top-up is not found. */
export const ownTopupQuery = (reference: string) =>
  queryOptions({
    queryKey: [...topupsKey, 'own', reference],
    queryFn: ({ signal }) => call(billingRoutes.ownTopup, { params: { reference }, signal }),
  });

/** Maximum number of pages read per poll. */
const MAX_PAGES = 4;

/**
 * The entry of a payment in the history, or null. The search starts at `page`, because newer top-ups push the entry
 * to later pages and a reused order may be far down.
 */
export const paymentEntryQuery = (reference: string, page: number) =>
  queryOptions({
    queryKey: [...topupsKey, 'entry', reference, page],
    queryFn: async ({ client }) => {
      for (let n = page; n < page + MAX_PAGES; n += 1) {
        // Uses the query of the history so that the history shows the same data.
        const { items, meta } = await client.fetchQuery({ ...topupHistoryQuery(n), staleTime: 0 });
        const entry = items.find((item) => item.reference === reference);
        if (entry) return entry;
        if (n * meta.pageSize >= meta.total) return null;
      }
      return null;
    },
  });

/** Creates an order. With the same key, a repeated click or a retry after a lost response creates no second order. */
export const useCreateTopup = () =>
  useInvalidatingMutation(
    [topupsKey],
    ({ idempotencyKey, ...body }: CreateTopupRequest & { idempotencyKey: string }) =>
      call(billingRoutes.createTopup, { body, headers: { 'Idempotency-Key': idempotencyKey } }),
  );

/** Redeems a code for free quota. With the same key, a retry after a lost response redeems once. */
export const useRedeemVoucher = () =>
  useInvalidatingMutation(
    [['quota-ledger']],
    ({ idempotencyKey, ...body }: RedeemVoucherRequest & { idempotencyKey: string }) =>
      call(voucherRoutes.redeemVoucher, { body, headers: { 'Idempotency-Key': idempotencyKey } }),
  );

/**
 * Prepares an order with an exact USDT amount. An open order of the same quantity is returned again, so a retry
 * creates no second order. An order in the history is resumed the same way.
 */
export function usePrepareBpay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PrepareBpayRequest) => call(billingRoutes.prepareBpay, { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: topupsKey }),
  });
}

/** Returns the request that returns this open order. Without its voucher it would create another order. */
export const openOrderOf = ({ quantity, voucher_code }: TopupHistoryItem): PrepareBpayRequest => ({
  quantity,
  ...(voucher_code && { voucher_code }),
});

/**
 * Reads an open order with its receiver, to resume its payment. It is the call of `usePrepareBpay`, which returns an
 * open order of the same quantity and voucher instead of creating one.
 */
export const openBpayQuery = (merchantRef: string, topup: TopupHistoryItem) =>
  queryOptions({
    queryKey: ['bpay-order', merchantRef],
    queryFn: ({ signal }) => call(billingRoutes.prepareBpay, { body: openOrderOf(topup), signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** If the response is lost, the order may have been paid, so the history is refetched. */
export function useVerifyBpay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: VerifyBpayRequest) => call(billingRoutes.verifyBpay, { body }),
    onError: () => void queries.invalidateQueries({ queryKey: topupsKey }),
  });
}

/** Summary of the caller's ledger, or for administrators a user's complete ledger, newest first. */
export const ledgerQuery = (page: number, userId?: string) =>
  queryOptions({
    queryKey: ['quota-ledger', userId ?? 'own', page],
    queryFn: ({ signal }) => {
      const query = pageQuery({ page });
      return userId
        ? callPage(billingRoutes.userLedger, { params: { id: userId }, query, signal })
        : callPage(billingRoutes.ownLedger, { query: { ...query, view: 'summary' }, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Fetches the complete ledger as CSV. @throws ApiError */
export const fetchLedgerCsv = (userId?: string): Promise<string> =>
  userId
    ? callText(billingRoutes.userLedger, { params: { id: userId }, query: { format: 'csv' } })
    : callText(billingRoutes.ownLedger, { query: { format: 'csv' } });
