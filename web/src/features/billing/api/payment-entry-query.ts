import { queryOptions } from '@tanstack/react-query';
import { topupHistoryQuery, topupKeys } from './topup-history-query.js';

/** Pages that are looked at in vain before the next poll begins anew. */
const PAGES = 4;

/**
 * The entry of a payment in the history, or null. It is looked for from `page` on: newer top-ups push it to later
 * pages, and an order that is offered again may stand far down.
 */
export const paymentEntryQuery = (reference: string, page: number) =>
  queryOptions({
    queryKey: [...topupKeys.all, 'entry', reference, page],
    queryFn: async ({ client }) => {
      for (let n = page; n < page + PAGES; n += 1) {
        // The history shows what was found here, so it is asked the same way.
        const { items, meta } = await client.fetchQuery({ ...topupHistoryQuery(n), staleTime: 0 });
        const entry = items.find((item) => item.reference === reference);
        if (entry) return entry;
        if (n * meta.pageSize >= meta.total) return null;
      }
      return null;
    },
  });
