import { moneyRoutes } from '@casement/proto/http/billing/money.routes.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';

/** Report of a month such as `2026-11`. */
export const moneyQuery = (month: string) =>
  queryOptions({
    queryKey: ['admin-money', month],
    queryFn: ({ signal }) => call(moneyRoutes.money, { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
