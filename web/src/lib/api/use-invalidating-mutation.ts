import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

interface Options {
  /** Also invalidates after an error, because a changed list is often the reason for the rejection. */
  invalidateOnError?: boolean;
}

/**
 * Mutation that invalidates the queries under the keys `stale` on success. It does not wait for the refetch, so that
 * a slow or failing list does not hide the success.
 */
export function useInvalidatingMutation<Variables = void, Answer = unknown>(
  stale: readonly QueryKey[],
  mutationFn: (variables: Variables) => Promise<Answer>,
  { invalidateOnError = false }: Options = {},
) {
  const queries = useQueryClient();
  const reload = () => {
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationFn,
    ...(invalidateOnError ? { onSettled: reload } : { onSuccess: reload }),
  });
}
