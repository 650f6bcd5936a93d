import { poll } from './poll.js';

describe(poll.name, () => {
  const price = { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } };
  /** Next polls, run by the test. */
  const waits: { run: () => void; ms: number }[] = [];

  afterEach(() => jest.restoreAllMocks());

  it('polls after the interval, and keeps the answer while the service is unavailable', async () => {
    let status = 200;
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json({ data: price }, { status })));
    const wait = setTimeout;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      if (ms < 5_000) return wait(run, ms);
      waits.push({ run, ms });
      return { unref: () => undefined };
    }) as never);
    const polled = async (times: number) => {
      while (waits.length < times) await new Promise(setImmediate);
    };
    const errors: unknown[] = [];

    const address = new URL('http://billing:3000/internal/price');
    const { read, attempted } = poll(address, 60_000, (error) => errors.push(error));
    expect(read()).toBeNull();
    await attempted;
    expect(fetched).toHaveBeenCalledWith(address, expect.anything());
    expect(read()).toEqual(price);
    expect(waits[0].ms).toBe(60_000);

    status = 503;
    waits[0].run();
    await polled(2);
    waits[1].run();
    await polled(3);
    expect(read()).toEqual(price);
    expect(errors).toEqual([new Error('billing answered 503')]);
    expect(waits[2].ms).toBe(5_000);
  });
});
