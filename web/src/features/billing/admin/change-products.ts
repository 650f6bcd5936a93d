import type { Product, ProductFields } from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { productsQuery } from './products-query.js';

const { queryKey } = productsQuery;

/** POST /admin/products, or PUT /admin/products/{id} where there is an `id`: multipart (SPEC §7). */
export function useSaveProduct() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, image, ...fields }: ProductFields & { id?: string; image?: File }) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (image) body.set('image', image);
      return id
        ? call<Product>('PUT', `/admin/products/${id}`, { body })
        : call<Product>('POST', '/admin/products', { body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
}

/** DELETE /admin/products/{id}. */
export function useDeleteProduct() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('DELETE', `/admin/products/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
}
