import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pollPrice } from './price.js';

describe(pollPrice.name, () => {
  let billing: Server;
  let url: string;
  let status = 200;
  const price = { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } };
  const asked: (string | undefined)[] = [];
  const errors: unknown[] = [];
  /** Timers of the next polls; run by the test. */
  const waits: { run: () => void; ms: number }[] = [];

  beforeAll(async () => {
    billing = createServer((request, response) => {
      asked.push(request.url);
      response.statusCode = status;
      response.end(JSON.stringify({ success: true, data: { price } }));
    });
    await new Promise<void>((listening) => billing.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(billing.address() as AddressInfo).port}`;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      waits.push({ run, ms });
      return { unref: () => undefined };
    }) as never);
  });

  afterAll(() => {
    jest.restoreAllMocks();
    billing.close();
  });

  const polled = async (times: number) => {
    while (waits.length < times) await new Promise(setImmediate);
  };

  it('reads the price every minute, and keeps it while billing is unavailable', async () => {
    const read = pollPrice(url, (error) => errors.push(error));
    expect(read()).toBeNull();
    await polled(1);
    expect(asked).toEqual(['/internal/price']);
    expect(read()).toEqual(price);
    expect(waits[0]!.ms).toBe(60_000);

    status = 503;
    waits[0]!.run();
    await polled(2);
    waits[1]!.run();
    await polled(3);
    expect(read()).toEqual(price);
    expect(errors).toEqual([new Error('billing answered 503')]);
    expect(waits[2]!.ms).toBe(5_000);
  });
});
