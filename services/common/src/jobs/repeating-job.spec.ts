import { configureLogging } from '../logging/logger.js';
import { RepeatingJob } from './repeating-job.js';

describe(RepeatingJob.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs at once and again after each pause, until it is stopped', async () => {
    const work = jest.fn(() => Promise.resolve());
    const sut = new RepeatingJob('test', 1000, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(2500);
    expect(work).toHaveBeenCalledTimes(3);
    await sut.stop();
    await jest.advanceTimersByTimeAsync(5000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('goes on after a run that failed: its error ends nothing', async () => {
    const work = jest.fn(() => Promise.reject(new Error('the database is away')));
    const sut = new RepeatingJob('test', 1000, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(1500);
    expect(work).toHaveBeenCalledTimes(2);
    await sut.stop();
  });

  it('never runs twice at once, and stops only when the run under way has ended', async () => {
    let end = (): void => undefined;
    const work = jest.fn((stop: AbortSignal) => {
      return new Promise<boolean>((resolve) => (end = () => resolve(stop.aborted)));
    });
    const sut = new RepeatingJob('test', 1000, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
    const stopped = jest.fn();
    const stopping = sut.stop().then(stopped);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(stopped).not.toHaveBeenCalled();
    end();
    await stopping;
    expect(await work.mock.results[0].value).toBe(true);
  });

  it.each([
    ['has nothing left to do', 1000, 1],
    ['is switched off', 0, 0],
  ])('rests for ever where it %s', async (_, pauseMs, runs) => {
    const work = jest.fn(() => Promise.resolve('done'));
    const sut = new RepeatingJob('test', pauseMs, work);
    sut.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(runs);
  });
});
