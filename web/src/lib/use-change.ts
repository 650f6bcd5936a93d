import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

interface Options {
  /** Also after a refusal: the list may have changed meanwhile, which is often why it was refused. */
  evenIfRefused?: boolean;
}

/** A call that changes something. What was loaded under the keys `stale` is loaded again after it. */
export function useChange<Variables = void, Answer = unknown>(
  stale: readonly QueryKey[],
  mutationFn: (variables: Variables) => Promise<Answer>,
  { evenIfRefused = false }: Options = {},
) {
  const queries = useQueryClient();
  const reload = () =>
    Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn,
    ...(evenIfRefused ? { onSettled: reload } : { onSuccess: reload }),
  });
}
