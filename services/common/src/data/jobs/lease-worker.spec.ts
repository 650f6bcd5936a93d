import { configureLogging } from '../../core/logging/logger.js';
import type { HeldLease } from './held-lease.js';
import type { LeasedRow } from './lease-table.js';
import { LeaseWorker, type LeaseWorkerOptions } from './lease-worker.js';
import { LeaseLost, type Lease } from './lease.js';

describe(LeaseWorker.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const setup = (
    run: LeaseWorkerOptions<LeasedRow>['run'],
    options: Partial<LeaseWorkerOptions<LeasedRow>> = {},
  ) => {
    const due: Lease[] = [];
    const released: [string, number][] = [];
    const table = {
      leaseSeconds: 30,
      claimBatch: jest.fn((_: string, limit: number) => Promise.resolve(due.splice(0, limit))),
      read: jest.fn(),
      renew: jest.fn(() => Promise.resolve(true)),
      release: jest.fn(({ id }: Lease, nextRunInMs: number) => {
        released.push([id, nextRunInMs]);
        return Promise.resolve();
      }),
      hold: jest.fn(),
    };
    const sut = new LeaseWorker({ name: 'test', table, concurrency: 2, run, ...options });
    const add = (id: string) => void due.push({ id, epoch: 1 });
    return { sut, table, released, add };
  };
  const untilAborted = ({ signal }: HeldLease<LeasedRow>) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  it('works on rows up to its concurrency and reports when each is due again', async () => {
    const ends: (() => void)[] = [];
    const run = jest.fn(() => new Promise<number>((end) => ends.push(() => end(5_000))));
    const { sut, add, released } = setup(run);
    ['a', 'b', 'c'].forEach(add);
    sut.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(3);
    expect(released).toEqual([['a', 5_000]]);
    ends.forEach((end) => end());
    await sut.stop();
    expect(released.map(([id]) => id)).toEqual(['a', 'b', 'c']);
  });

  it('claims all free slots in one query, and again if a row finished during the claim', async () => {
    const ends = new Map<string, () => void>();
    const run = ({ id }: Lease) => new Promise<number>((end) => ends.set(id, () => end(5_000)));
    const { sut, add, table } = setup(run, { concurrency: 3, pollMs: 60_000 });
    add('a');
    sut.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(table.claimBatch.mock.calls).toEqual([[expect.any(String), 3]]);
    let answer = (_: Lease[]): void => undefined;
    table.claimBatch.mockReturnValueOnce(new Promise<Lease[]>((resolve) => (answer = resolve)));
    sut.notify();
    await jest.advanceTimersByTimeAsync(0);
    ends.get('a')?.();
    await jest.advanceTimersByTimeAsync(0);
    add('d');
    answer(['b', 'c'].map((id) => ({ id, epoch: 1 })));
    await jest.advanceTimersByTimeAsync(0);
    expect([...ends.keys()]).toEqual(['a', 'b', 'c', 'd']);
    for (const end of ends.values()) end();
    await sut.stop();
  });

  it('claims immediately on a notification and when one of its rows is due again', async () => {
    const run = jest.fn(() => Promise.resolve(300));
    const { sut, add, table } = setup(run, { pollMs: 60_000 });
    sut.start();
    await jest.advanceTimersByTimeAsync(1_000);
    add('a');
    sut.notify();
    await jest.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(1);
    const claims = table.claimBatch.mock.calls.length;
    await jest.advanceTimersByTimeAsync(300);
    expect(table.claimBatch.mock.calls.length).toBeGreaterThan(claims);
    await sut.stop();
  });

  it('aborts the work if the lease is lost', async () => {
    const reasons: unknown[] = [];
    const run = (lease: HeldLease<LeasedRow>) => {
      lease.signal.addEventListener('abort', () => reasons.push(lease.signal.reason));
      return untilAborted(lease);
    };
    const { sut, add, table } = setup(run);
    add('a');
    sut.start();
    await jest.advanceTimersByTimeAsync(25_000);
    expect(reasons).toEqual([]);
    table.renew.mockResolvedValue(false);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(reasons).toEqual([expect.any(LeaseLost)]);
    await sut.stop();
  });

  it('continues while the database is down, but refuses irreversible actions', async () => {
    const held: HeldLease<LeasedRow>[] = [];
    const { sut, add, table } = setup((lease) => {
      held.push(lease);
      return untilAborted(lease);
    });
    add('a');
    sut.start();
    await jest.advanceTimersByTimeAsync(1_000);
    table.renew.mockRejectedValue(new Error('away'));
    await jest.advanceTimersByTimeAsync(20_000);
    expect(held[0]?.signal.aborted).toBe(false);
    expect(() => held[0]?.assertCurrent()).not.toThrow();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(() => held[0]?.assertCurrent()).toThrow(LeaseLost);
    await sut.stop();
    expect(() => held[0]?.assertCurrent()).toThrow('the service is stopping');
  });

  it('pauses a row after an error and continues with others', async () => {
    const run = jest.fn(({ id }: Lease) =>
      id === 'a' ? Promise.reject(new Error('broken')) : Promise.resolve(1_000),
    );
    const { sut, add, released } = setup(run);
    add('a');
    add('b');
    sut.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(released).toEqual([
      ['a', 10_000],
      ['b', 1_000],
    ]);
    await sut.stop();
  });

  it('claims no rows while draining and lets work in progress finish', async () => {
    const ends: (() => void)[] = [];
    const run = jest.fn(() => new Promise<number>((end) => ends.push(() => end(5_000))));
    const { sut, add, table, released } = setup(run);
    add('a');
    sut.start();
    await jest.advanceTimersByTimeAsync(0);
    sut.drain();
    add('b');
    sut.notify();
    const claims = table.claimBatch.mock.calls.length;
    await jest.advanceTimersByTimeAsync(10_000);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(table.claimBatch).toHaveBeenCalledTimes(claims);
    expect(table.renew).toHaveBeenCalled();
    expect(released).toEqual([['a', 5_000]]);
    await sut.stop();
  });

  it('releases rows immediately if their claim was in flight when draining began', async () => {
    const { sut, table, released } = setup(untilAborted);
    let claim = (_: Lease[]): void => undefined;
    table.claimBatch.mockReturnValue(new Promise<Lease[]>((resolve) => (claim = resolve)));
    sut.start();
    sut.drain();
    claim([{ id: 'a', epoch: 1 }]);
    await jest.advanceTimersByTimeAsync(0);
    expect(released).toEqual([['a', 0]]);
    await sut.stop();
  });

  it('aborts, awaits and releases work and pending claims on stop', async () => {
    const { sut, add, table, released } = setup(untilAborted);
    add('a');
    sut.start();
    await jest.advanceTimersByTimeAsync(0);
    let claim = (_: Lease[]): void => undefined;
    table.claimBatch.mockReturnValue(new Promise<Lease[]>((resolve) => (claim = resolve)));
    await jest.advanceTimersByTimeAsync(2_000);
    const stopping = sut.stop();
    claim([{ id: 'b', epoch: 1 }]);
    await stopping;
    expect(released.sort()).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(table.renew).not.toHaveBeenCalled();
  });
});
