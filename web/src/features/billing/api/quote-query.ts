import type { TopupQuote } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** POST /user/topup/calculate: the price of a quantity. */
export const quoteQuery = (quantity: number) =>
  queryOptions({
    queryKey: ['topup-quote', quantity],
    queryFn: ({ signal }) =>
      call<TopupQuote>('POST', '/user/topup/calculate', { body: { quantity }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
