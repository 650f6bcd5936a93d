import { batched } from './batched.js';

/** Calls stay pending until `answer()` resolves the oldest one. */
function setup() {
  const calls: string[][] = [];
  const waiting: {
    resolve: (values: Map<string, string>) => void;
    reject: (error: Error) => void;
  }[] = [];
  const find = batched((ids) => {
    calls.push(ids);
    return new Promise<Map<string, string>>((resolve, reject) => waiting.push({ resolve, reject }));
  });
  return {
    calls,
    find,
    /** Resolves the oldest pending call: each id to `of ID`, except the ids in `leftOut`. */
    answer: (leftOut: string[] = []) => {
      const ids = calls[calls.length - waiting.length].filter((id) => !leftOut.includes(id));
      waiting.shift()!.resolve(new Map(ids.map((id) => [id, `of ${id}`])));
    },
    fail: (error: Error) => waiting.shift()!.reject(error),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe(batched.name, () => {
  it('sends a single id immediately', async () => {
    const { calls, find, answer } = setup();
    const found = find('a');
    await turn();
    expect(calls).toEqual([['a']]);
    answer();
    await expect(found).resolves.toBe('of a');
  });

  it('collects ids while a request is in flight and sends each once', async () => {
    const { calls, find, answer } = setup();
    const first = find('a');
    await turn();
    const rest = Promise.all([find('b'), find('a'), find('c'), find('b')]);
    await turn();
    expect(calls).toHaveLength(1);
    answer();
    await expect(first).resolves.toBe('of a');
    await turn();
    expect(calls).toEqual([['a'], ['b', 'a', 'c']]);
    answer();
    await expect(rest).resolves.toEqual(['of b', 'of a', 'of c', 'of b']);
  });

  it('never returns the response to an earlier request', async () => {
    const { calls, find, answer } = setup();
    const before = find('a');
    await turn();
    const after = find('a');
    answer();
    await before;
    await turn();
    expect(calls).toEqual([['a'], ['a']]);
    answer();
    await after;
  });

  it('returns undefined for an id that was left out', async () => {
    const { find, answer } = setup();
    const found = Promise.all([find('a'), find('b')]);
    await turn();
    answer(['b']);
    await expect(found).resolves.toEqual(['of a', undefined]);
  });

  it('fails for all callers of a request and continues with the next', async () => {
    const { calls, find, answer, fail } = setup();
    const failed = Promise.allSettled([find('a'), find('b')]);
    await turn();
    const next = find('c');
    fail(new Error('down'));
    const reason = new Error('down');
    await expect(failed).resolves.toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await turn();
    expect(calls).toEqual([['a', 'b'], ['c']]);
    answer();
    await expect(next).resolves.toBe('of c');
  });

  it('sends at most 200 ids in a request', async () => {
    const { calls, find, answer } = setup();
    const found = Promise.all(Array.from({ length: 450 }, (_, n) => find(`${n}`)));
    for (let call = 0; call < 3; call += 1) {
      await turn();
      answer();
    }
    await expect(found).resolves.toHaveLength(450);
    expect(calls.map((ids) => ids.length)).toEqual([200, 200, 50]);
  });
});
