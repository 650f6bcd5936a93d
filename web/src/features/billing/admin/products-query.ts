import type { Product } from '@casement/proto/http/billing.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /admin/products, newest first. */
export const productsQuery = queryOptions({
  queryKey: ['admin-products'] as const,
  queryFn: ({ signal }) => call<Product[]>('GET', '/admin/products', { signal }),
});
