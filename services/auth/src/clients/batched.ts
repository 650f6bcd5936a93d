import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';

/**
 * Turns a call for many ids into one for a single id that shares requests: while one request is under way, ids are
 * collected for the next. A caller without competition is served immediately; at worst it waits for one request and then
 * for its own.
 *
 * A request that fails fails for all of its callers. It carries the correlation id of the first.
 *
 * @param load receives each id once, at most MAX_IDS_PER_CALL at a time; ids without an entry in its answer are undefined to the caller
 * @example
 * const balanceOf = batched(async (userIds) => byUser(await billing.GetBalances({ userIds })));
 * await balanceOf(userId); // undefined if billing left it out
 */
export function batched<Value>(
  load: (ids: string[]) => Promise<Map<string, Value>>,
): (id: string) => Promise<Value | undefined> {
  let gathering: Batch<Value> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  function gather(): Batch<Value> {
    const ids = new Set<string>();
    const found = underWay.then(() => {
      if (gathering === batch) gathering = undefined;
      return load([...ids]);
    });
    underWay = found.catch(() => undefined);
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
