import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';

/**
 * Turns a call for many ids into a call for one id. Concurrent callers share requests: while a request is in flight,
 * ids are collected for the next one. A single caller is served immediately.
 *
 * A failed request fails for all of its callers. A request carries the correlation id of its first caller.
 *
 * @param load receives each id once, at most MAX_IDS_PER_CALL at a time; ids missing from the response resolve to
 * undefined
 *
 * @example
 *   const balanceOf = batched(async (userIds) => byUser(await billing.GetBalances({ userIds })));
 *   await balanceOf(userId); // undefined if the response does not contain the user
 */
export function batched<Value>(
  load: (ids: string[]) => Promise<Map<string, Value>>,
): (id: string) => Promise<Value | undefined> {
  let gathering: Batch<Value> | undefined;
  let inFlight: Promise<unknown> = Promise.resolve();

  function gather(): Batch<Value> {
    const ids = new Set<string>();
    const found = inFlight.then(() => {
      if (gathering === batch) gathering = undefined;
      return load([...ids]);
    });
    inFlight = found.catch(() => undefined);
    const batch = { ids, found };
    return batch;
  }

  return async (id) => {
    if (!gathering || gathering.ids.size === MAX_IDS_PER_CALL) gathering = gather();
    gathering.ids.add(id);
    return (await gathering.found).get(id);
  };
}

interface Batch<Value> {
  ids: Set<string>;
  found: Promise<Map<string, Value>>;
}
