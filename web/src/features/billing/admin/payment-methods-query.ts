import type { PaymentMethod } from '@casement/proto/http/billing.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /admin/payment-methods: all of them. */
export const adminPaymentMethodsQuery = queryOptions({
  queryKey: ['admin-payment-methods'] as const,
  queryFn: ({ signal }) => call<PaymentMethod[]>('GET', '/admin/payment-methods', { signal }),
});
