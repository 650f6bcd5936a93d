import type { VerifyBpayRequest, VerifyBpayResponse } from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { topupKeys } from './topup-history-query.js';

/** POST /user/topup/bpay/verify. Without an answer the order may be paid all the same: the history is asked again. */
export function useVerifyBpay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: VerifyBpayRequest) =>
      call<VerifyBpayResponse>('POST', '/user/topup/bpay/verify', { body }),
    onError: () => void queries.invalidateQueries({ queryKey: topupKeys.all }),
  });
}
