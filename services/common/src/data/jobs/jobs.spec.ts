import type { Database } from '../database/database.js';
import { configureLogging } from '../../core/logging/logger.js';
import { Jobs } from './jobs.js';

describe(Jobs.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const setup = () => new Jobs({} as Database);
  const stop = (sut: Jobs) => sut.beforeApplicationShutdown();

  it('runs a job immediately and again after each pause until shutdown', async () => {
    const work = jest.fn(() => Promise.resolve());
    const sut = setup();
    sut.every('test', 1_000, work);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).not.toHaveBeenCalled();
    sut.start();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(work).toHaveBeenCalledTimes(3);
    await stop(sut);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('starts a job that is registered after startup', async () => {
    const work = jest.fn(() => Promise.resolve());
    const sut = setup();
    sut.start();
    sut.every('test', 1_000, work);
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(1);
    await stop(sut);
  });

  it('continues to run a failed job and the other jobs', async () => {
    const failing = jest.fn(() => Promise.reject(new Error('the database is away')));
    const other = jest.fn(() => Promise.resolve());
    const sut = setup();
    sut.every('failing', 1_000, failing);
    sut.every('other', 1_000, other);
    sut.start();
    await jest.advanceTimersByTimeAsync(1_500);
    expect(failing).toHaveBeenCalledTimes(2);
    expect(other).toHaveBeenCalledTimes(2);
    await stop(sut);
  });

  it('never overlaps runs of a job, and aborts and awaits the run on shutdown', async () => {
    let end = (): void => undefined;
    const aborted: boolean[] = [];
    const work = jest.fn(async (signal: AbortSignal) => {
      await new Promise<void>((resolve) => (end = resolve));
      aborted.push(signal.aborted);
    });
    const sut = setup();
    const job = sut.every('test', 1_000, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(10_000);
    job.notify();
    const once = job.runNow();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    const stopped = jest.fn();
    const stopping = stop(sut).then(stopped);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(stopped).not.toHaveBeenCalled();
    // Ends the requested run and the notified one, which finds the signal aborted.
    end();
    await jest.advanceTimersByTimeAsync(0);
    end();
    await Promise.all([once, stopping]);
    expect(aborted.slice(0, 2)).toEqual([false, true]);
  });

  it('runs immediately on a notification, even if it arrives during a run', async () => {
    let end = (): void => undefined;
    const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const sut = setup();
    const job = sut.every('test', 60_000, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(0);
    job.notify();
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    job.notify();
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(3);
    end();
    await stop(sut);
  });

  it.each([
    ['is done', 1_000, 1],
    ['is disabled', 0, 0],
  ])('does not repeat a job that %s', async (_, everyMs, runs) => {
    const work = jest.fn(() => Promise.resolve('done'));
    const sut = setup();
    const job = sut.every('test', everyMs, work);
    sut.start();
    job.notify();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(runs);
    await stop(sut);
  });

  it('runs a job on demand and reports its failure', async () => {
    const work = jest.fn(() => Promise.reject(new Error('no')));
    const sut = setup();
    sut.every('test', 0, work);
    await expect(sut.runNow('test')).rejects.toThrow('no');
    await expect(sut.runNow('other')).rejects.toThrow('unknown job: other');
  });

  it('rejects two jobs with the same name', () => {
    const sut = setup();
    sut.every('test', 0, () => Promise.resolve());
    expect(() => sut.every('test', 0, () => Promise.resolve())).toThrow('duplicate job name: test');
  });
});
