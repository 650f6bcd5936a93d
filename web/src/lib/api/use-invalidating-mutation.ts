import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

interface Options {
  /** Also after a refusal: the list may have changed meanwhile, which is often why it was refused. */
  evenIfRefused?: boolean;
}

/**
 * A call that changes something. What was loaded under the keys `stale` is loaded again after it. The change does not wait
 * for that: it has succeeded, and a list that loads slowly or not at all must not hide it.
 */
export function useInvalidatingMutation<Variables = void, Answer = unknown>(
  stale: readonly QueryKey[],
  mutationFn: (variables: Variables) => Promise<Answer>,
  { evenIfRefused = false }: Options = {},
) {
  const queries = useQueryClient();
  const reload = () => {
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationFn,
    ...(evenIfRefused ? { onSettled: reload } : { onSuccess: reload }),
  });
}
