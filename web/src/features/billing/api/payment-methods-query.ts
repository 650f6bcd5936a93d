import type { PaymentMethod } from '@casement/proto/http/billing.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /user/payment-methods/enabled. */
export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods', 'enabled'] as const,
  queryFn: ({ signal }) =>
    call<PaymentMethod[]>('GET', '/user/payment-methods/enabled', { signal }),
  staleTime: 60_000,
});
