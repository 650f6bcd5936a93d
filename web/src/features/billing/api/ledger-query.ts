import type { LedgerItem } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPage, callText } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

/** One's own, or for administrators that of a user. */
const pathOf = (userId: string | undefined) =>
  userId ? `/admin/users/${userId}/quota/ledger` : '/user/quota/ledger';

/** GET /user/quota/ledger or /admin/users/{id}/quota/ledger: every movement of a quota, newest first. */
export const ledgerQuery = (page: number, userId?: string) =>
  queryOptions({
    queryKey: ['quota-ledger', userId ?? 'own', page],
    queryFn: ({ signal }) => callPage<LedgerItem>(pagePath(pathOf(userId), { page }), { signal }),
    placeholderData: keepPreviousData,
  });

/** The whole ledger as CSV. @throws ApiError */
export const fetchLedgerCsv = (userId?: string): Promise<string> =>
  callText(`${pathOf(userId)}?format=csv`);
