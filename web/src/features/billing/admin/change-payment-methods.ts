import type {
  PaymentMethod,
  SyncPaymentMethodsResponse,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { adminPaymentMethodsQuery } from './payment-methods-query.js';

const { queryKey } = adminPaymentMethodsQuery;

/** PATCH /admin/payment-methods/{code}. */
export function useEnablePaymentMethod() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ code, ...body }: UpdatePaymentMethodRequest & Pick<PaymentMethod, 'code'>) =>
      call<unknown>('PATCH', `/admin/payment-methods/${encodeURIComponent(code)}`, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
}

/** POST /admin/payment-methods/sync. */
export function useSyncPaymentMethods() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<SyncPaymentMethodsResponse>('POST', '/admin/payment-methods/sync'),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
}
