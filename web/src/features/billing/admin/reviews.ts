import type { ResolveReviewRequest, TopupReviewItem } from '@casement/proto/http/billing.js';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '@/lib/api-client.js';
import { pagePath } from '@/lib/page-path.js';

const KEY = ['admin-topup-reviews'];

/** GET /admin/topups/review, the longest waiting first. */
export const reviewsQuery = (page: number) =>
  queryOptions({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) =>
      callPage<TopupReviewItem>(pagePath('/admin/topups/review', { page }), { signal }),
    placeholderData: keepPreviousData,
  });

/** POST /admin/topups/{id}/review/resolve. The list is read anew when it fails too: somebody else may have been first. */
export function useResolveReview() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ResolveReviewRequest & Pick<TopupReviewItem, 'id'>) =>
      call<null>('POST', `/admin/topups/${id}/review/resolve`, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
