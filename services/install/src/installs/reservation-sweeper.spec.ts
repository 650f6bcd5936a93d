import type { Database } from '@casement/common/database/database.js';
import { configureLogging } from '@casement/common/logging/logger.js';
import type { InstallsRepository } from './installs.repository.js';
import type { QuotaClient } from './quota.client.js';
import { ReservationSweeper } from './reservation-sweeper.js';

describe(ReservationSweeper.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const MINUTE = 60_000;
  const setup = (reservingSince: () => Promise<never[]>) => {
    const asked = jest.fn(reservingSince);
    const installs = { reservingSince: asked } as unknown as InstallsRepository;
    const sut = new ReservationSweeper({} as Database, installs, {} as QuotaClient);
    return { sut, asked };
  };

  it('begins no sweep while one is under way', async () => {
    let answer = (): void => undefined;
    const { sut, asked } = setup(() => new Promise((resolve) => (answer = () => resolve([]))));
    sut.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(asked).toHaveBeenCalledTimes(1);
    answer();
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(asked).toHaveBeenCalledTimes(2);
    answer();
    await sut.onModuleDestroy();
  });

  it('sweeps again after a tick at which the database was away', async () => {
    const { sut, asked } = setup(() => Promise.reject(new Error('the database is away')));
    sut.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(asked.mock.calls.length).toBeGreaterThan(1);
    await sut.onModuleDestroy();
    const before = asked.mock.calls.length;
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(asked).toHaveBeenCalledTimes(before);
  });
});
