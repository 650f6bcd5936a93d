import type { UpdateQuotaRequest, UpdateQuotaResponse } from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { userKeys } from './admin-users-query.js';

/** POST /admin/users/{id}/quota. The key makes a repeated try after a lost answer the same correction. */
export function useUpdateQuota() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      idempotencyKey,
      ...body
    }: UpdateQuotaRequest & { id: string; idempotencyKey: string }) =>
      call<UpdateQuotaResponse>('POST', `/admin/users/${id}/quota`, {
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
  });
}
