import { WakeUp } from './wake-up.js';

describe(WakeUp.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const never = new AbortController().signal;

  /** Whether the wait has ended. */
  const waiting = (sut: WakeUp, maxMs: number, signal = never) => {
    const state = { ended: false };
    void sut.wait(maxMs, signal).then(() => (state.ended = true));
    return state;
  };

  it('waits as long as it may', async () => {
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

  it('keeps a notification that comes between two waits, for one wait', async () => {
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

  it('ends the wait when the signal is aborted, before or meanwhile', async () => {
    const abort = new AbortController();
    const wait = waiting(new WakeUp(), 1_000, abort.signal);
    abort.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect(wait.ended).toBe(true);
    await new WakeUp().wait(1_000, abort.signal);
  });

  it('takes a wait longer than a timer can be', async () => {
    const wait = waiting(new WakeUp(), 10 ** 12);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(wait.ended).toBe(false);
  });
});
