import type { ResolveReviewRequest } from '@casement/proto/http/billing/admin-topups.js';
import type {
  PaymentMethod,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing/payment-methods.js';
import type { ProductFields } from '@casement/proto/http/billing/products.js';
import type { TopupFilter } from '@casement/proto/http/billing/topups.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import type {
  ConfirmRefundRequest,
  RefundRequestBody,
} from '@casement/proto/http/billing/refunds.js';
import { refundRoutes } from '@casement/proto/http/billing/refunds.routes.js';
import type { SeriesUnit } from '@casement/proto/http/series.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';

const topupsKey = ['admin-topups'] as const;

/** Filters besides search and status; 'all' or '' disables one. */
interface TopupBounds {
  /** User id. */
  user: string;
  /** Code of a payment method. */
  method: string;
  /** Days in Asia/Jakarta, inclusive. */
  from: string;
  to: string;
  /** Rupiah, inclusive. */
  min: string;
  max: string;
}

export type AdminTopupFilter = TableFilter<TopupFilter> & Partial<TopupBounds>;

const topupsPageQuery = ({ min, max, ...filter }: AdminTopupFilter) =>
  pageQuery({ ...filter, min: min && Number(min), max: max && Number(max) });

/** Newest first. The search matches a full reference. */
export const adminTopupsQuery = (filter: AdminTopupFilter) =>
  queryOptions({
    queryKey: [...topupsKey, filter],
    queryFn: ({ signal }) =>
      callPage(billingRoutes.adminTopups, { query: topupsPageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportTopups =
  (filter: AdminTopupFilter) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(billingRoutes.adminTopups, {
      query: { ...topupsPageQuery(filter), ...position },
      signal,
    });

/** Details of a top-up with its callbacks. */
export const topupDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...topupsKey, 'details', id],
    queryFn: ({ signal }) => call(billingRoutes.adminTopupDetails, { params: { id }, signal }),
  });

/** Asks the payment provider about a top-up. */
export const useCheckTopup = () =>
  useInvalidatingMutation(
    [topupsKey, reviewsKey],
    (id: string) => call(billingRoutes.checkTopup, { params: { id } }),
    { invalidateOnError: true },
  );

export const revenueQuery = (unit: SeriesUnit) =>
  queryOptions({
    queryKey: ['admin-revenue', unit],
    queryFn: ({ signal }) => call(billingRoutes.revenue, { query: { unit }, signal }),
    placeholderData: keepPreviousData,
  });

const reviewsKey = ['admin-topup-reviews'] as const;

/** Longest waiting first. */
export const reviewsQuery = (page: number) =>
  queryOptions({
    queryKey: [...reviewsKey, page],
    queryFn: ({ signal }) =>
      callPage(billingRoutes.topupReviews, { query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

export type TopupDecision = 'credit' | 'close';

/** Credits a top-up, or closes its review. */
export const useDecideTopup = () =>
  useInvalidatingMutation(
    [reviewsKey, topupsKey],
    ({ id, decision, ...body }: ResolveReviewRequest & { id: string; decision: TopupDecision }) =>
      call(decision === 'credit' ? billingRoutes.creditTopup : billingRoutes.resolveReview, {
        params: { id },
        body,
      }),
    { invalidateOnError: true },
  );

export const useStartRefund = () =>
  useInvalidatingMutation(
    [reviewsKey, topupsKey],
    ({ id, ...body }: RefundRequestBody & { id: string }) =>
      call(refundRoutes.startRefund, { params: { id }, body }),
    { invalidateOnError: true },
  );

export const useConfirmRefund = () =>
  useInvalidatingMutation(
    [reviewsKey, topupsKey],
    ({ id, ...body }: ConfirmRefundRequest & { id: string }) =>
      call(refundRoutes.confirmRefund, { params: { id }, body }),
    { invalidateOnError: true },
  );

export const useCancelRefund = () =>
  useInvalidatingMutation(
    [topupsKey],
    (id: string) => call(refundRoutes.cancelRefund, { params: { id } }),
    { invalidateOnError: true },
  );

export const adminPaymentMethodsQuery = queryOptions({
  queryKey: ['admin-payment-methods'] as const,
  queryFn: ({ signal }) => call(billingRoutes.adminPaymentMethods, { signal }),
});

export const useUpdatePaymentMethod = () =>
  useInvalidatingMutation(
    [adminPaymentMethodsQuery.queryKey],
    ({ code, ...body }: UpdatePaymentMethodRequest & Pick<PaymentMethod, 'code'>) =>
      call(billingRoutes.updatePaymentMethod, { params: { code }, body }),
  );

export const useSyncPaymentMethods = () =>
  useInvalidatingMutation([adminPaymentMethodsQuery.queryKey], () =>
    call(billingRoutes.syncPaymentMethods),
  );

/** Newest first. */
export const productsQuery = queryOptions({
  queryKey: ['admin-products'] as const,
  queryFn: ({ signal }) => call(billingRoutes.products, { signal }),
});

/** Creates a product, or updates the product with this `id`: multipart (SPEC §7). */
export const useSaveProduct = () =>
  useInvalidatingMutation(
    [productsQuery.queryKey],
    ({ id, image, ...fields }: ProductFields & { id?: string; image?: File; confirm?: 'true' }) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (image) body.set('image', image);
      return id
        ? call(billingRoutes.updateProduct, { params: { id }, body })
        : call(billingRoutes.createProduct, { body });
    },
  );

export const useDeleteProduct = () =>
  useInvalidatingMutation([productsQuery.queryKey], (id: string) =>
    call(billingRoutes.removeProduct, { params: { id } }),
  );
