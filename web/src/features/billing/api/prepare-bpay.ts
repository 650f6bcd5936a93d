import type { BpayOrder, PrepareBpayRequest } from '@casement/proto/http/billing.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { topupKeys } from './topup-history-query.js';

/**
 * POST /user/topup/bpay/prepare: an order with an exact amount of USDT. An open order of the same quantity is given
 * again, so a repeated try makes no second one, and this is also how an order of the history is taken up again.
 */
export function usePrepareBpay() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PrepareBpayRequest) =>
      call<BpayOrder>('POST', '/user/topup/bpay/prepare', { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: topupKeys.all }),
  });
}
