import type {
  PaymentMethod,
  ProductFields,
  ResolveReviewRequest,
  TopupFilter,
  TopupReviewItem,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing/billing.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import type { SeriesUnit } from '@casement/proto/http/series.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';

/** Newest first. The search matches a full reference. `user` limits the list to one user. */
export const adminTopupsQuery = (filter: TableFilter<TopupFilter> & { user?: string }) =>
  queryOptions({
    queryKey: ['admin-topups', filter],
    queryFn: ({ signal }) =>
      callPage(billingRoutes.adminTopups, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportTopups =
  (filter: TableFilter<TopupFilter>) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(billingRoutes.adminTopups, { query: { ...pageQuery(filter), ...position }, signal });

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

export const useResolveReview = () =>
  useInvalidatingMutation(
    [reviewsKey],
    ({ id, ...body }: ResolveReviewRequest & Pick<TopupReviewItem, 'id'>) =>
      call(billingRoutes.resolveReview, { params: { id }, body }),
    { invalidateOnError: true },
  );

export const adminPaymentMethodsQuery = queryOptions({
  queryKey: ['admin-payment-methods'] as const,
  queryFn: ({ signal }) => call(billingRoutes.adminPaymentMethods, { signal }),
});

export const useEnablePaymentMethod = () =>
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
