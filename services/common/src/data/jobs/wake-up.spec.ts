import { WakeUp } from './wake-up.js';

describe(WakeUp.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const never = new AbortController().signal;

  /** Starts a wait and returns an object whose `ended` becomes true when the wait ends. */
  const waiting = (sut: WakeUp, maxMs: number, signal = never) => {
    const state = { ended: false };
    void sut.wait(maxMs, signal).then(() => (state.ended = true));
    return state;
  };

  it('waits for the given time', async () => {
    const wait = waiting(new WakeUp(), 1_000);
    await jest.advanceTimersByTimeAsync(999);
    expect(wait.ended).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(wait.ended).toBe(true);
  });

  it('ends the wait on a notification', async () => {
    const sut = new WakeUp();
    const wait = waiting(sut, 1_000);
    sut.notify();
    await jest.advanceTimersByTimeAsync(0);
    expect(wait.ended).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('keeps a notification that arrives between two waits for the next wait', async () => {
    const sut = new WakeUp();
    sut.notify();
    sut.notify();
    const first = waiting(sut, 1_000);
    await jest.advanceTimersByTimeAsync(0);
    expect(first.ended).toBe(true);
    const second = waiting(sut, 1_000);
    await jest.advanceTimersByTimeAsync(999);
    expect(second.ended).toBe(false);
  });

  it('ends the wait if the signal is aborted before or during it', async () => {
    const abort = new AbortController();
    const wait = waiting(new WakeUp(), 1_000, abort.signal);
    abort.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(wait.ended).toBe(true);
    await new WakeUp().wait(1_000, abort.signal);
  });

  it('accepts a wait longer than the maximum timer delay', async () => {
    const wait = waiting(new WakeUp(), 10 ** 12);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(wait.ended).toBe(false);
  });
});
