import type {
  createVouchersRequest,
  UpdateVoucherRequest,
  VoucherFilter,
} from '@casement/proto/http/billing/vouchers.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, callPage } from '@/lib/api/api-client.js';
import { pageQuery } from '@/lib/api/page-query.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import type { ExportPage } from '@/lib/csv/csv.js';
import type { TableFilter } from '@/lib/navigation/use-filters.js';

const vouchersKey = ['admin-vouchers'] as const;

type Filter = TableFilter<VoucherFilter>;

/** Newest first. */
export const vouchersQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...vouchersKey, filter],
    queryFn: ({ signal }) =>
      callPage(voucherRoutes.adminVouchers, { query: pageQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const exportVouchers =
  (filter: Filter) =>
  ({ signal, ...position }: ExportPage) =>
    callPage(voucherRoutes.adminVouchers, { query: { ...pageQuery(filter), ...position }, signal });

/** Newest first. */
export const usesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...vouchersKey, id, page],
    queryFn: ({ signal }) =>
      callPage(voucherRoutes.voucherUses, { params: { id }, query: pageQuery({ page }), signal }),
    placeholderData: keepPreviousData,
  });

type NewVouchers = z.input<typeof createVouchersRequest>;

/** With the same key, a retry after a lost response creates no second voucher. */
export const useCreateVouchers = () =>
  useInvalidatingMutation(
    [vouchersKey],
    ({ idempotencyKey, ...body }: NewVouchers & { idempotencyKey: string }) =>
      call(voucherRoutes.createVouchers, { body, headers: { 'Idempotency-Key': idempotencyKey } }),
  );

export const useUpdateVoucher = () =>
  useInvalidatingMutation([vouchersKey], ({ id, ...body }: UpdateVoucherRequest & { id: string }) =>
    call(voucherRoutes.updateVoucher, { params: { id }, body }),
  );
