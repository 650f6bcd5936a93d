/** As many ids as a call of another service takes. */
const MOST_IDS = 200;

/**
 * Asks for one id at a time and sends few calls: while one is under way, the ids asked for meanwhile are gathered for the
 * next one. Alone, a caller waits for nobody; at worst it waits for one call and then for its own.
 *
 * A call that fails fails for all of its callers. It carries the correlation id of the first.
 *
 * @param load what is known of these ids, each of which is there once
 * @example
 * const balanceOf = batched(async (userIds) => byUser(await billing.GetBalances({ userIds })));
 * await balanceOf(userId); // undefined: left out
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
    if (!gathering || gathering.ids.size === MOST_IDS) gathering = gather();
    gathering.ids.add(id);
    return (await gathering.found).get(id);
  };
}

interface Batch<Value> {
  ids: Set<string>;
  found: Promise<Map<string, Value>>;
}
