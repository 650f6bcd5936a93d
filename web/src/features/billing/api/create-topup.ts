import type { CreatedTopup, CreateTopupRequest } from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { topupKeys } from './topup-history-query.js';

/** POST /user/topup. The key makes a repeated click, or a repeated try after a lost answer, the same order. */
export function useCreateTopup() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: CreateTopupRequest & { idempotencyKey: string }) =>
      call<CreatedTopup>('POST', '/user/topup', {
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: topupKeys.all }),
  });
}
