import type { LedgerItem } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../../config/limits.js';
import { callPage, callText } from '../../../lib/api-client.js';

/** GET /user/quota/ledger: every movement of one's own quota, newest first. */
export const ledgerQuery = (page: number) =>
  queryOptions({
    queryKey: ['quota-ledger', page],
    queryFn: ({ signal }) =>
      callPage<LedgerItem>(`/user/quota/ledger?page=${page}&pageSize=${PAGE_SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** The whole ledger as CSV. @throws ApiError */
export const fetchLedgerCsv = (): Promise<string> => callText('/user/quota/ledger?format=csv');
