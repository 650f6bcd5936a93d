import type { BotApi } from '../bots/bot-api.js';
import type { BotIdentity } from '../bots/bot-identity.js';
import type { Update } from '../bots/bot-api.types.js';
import type { BotsService, BotState } from '../bots/bots.service.js';
import { Poller } from './poller.js';
import type { ReplicaLease, UpdatesService } from './updates.service.js';

describe(Poller.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Starts a bot in its first long poll, which lasts until it is aborted. */
  const polling = async () => {
    const bot = { running: true, updateOffset: null, lastUpdateAt: null } as BotState;
    const get = jest.fn(() => Promise.resolve(bot));
    const aborted = jest.fn();
    const done = () => Promise.resolve();
    const getUpdates = (_offset: number | null, _seconds: number, stop: AbortSignal) =>
      new Promise<Update[]>((_, reject) => {
        stop.addEventListener('abort', () => {
          aborted();
          reject(new Error('aborted'));
        });
      });
    const sut = new Poller({
      name: 'primary',
      api: { deleteWebhook: done, setMyCommands: done, getUpdates } as unknown as BotApi,
      bots: { get, succeeded: done } as unknown as BotsService,
      identity: { ask: () => Promise.resolve({ id: 1 }) } as unknown as BotIdentity,
      updates: { identify: done } as unknown as UpdatesService,
      pollSeconds: 25,
      retryMs: 1_000,
    });
    const ending = new AbortController();
    const ended = jest.fn();
    const run = sut.run({ signal: ending.signal } as ReplicaLease).then(ended);
    await jest.advanceTimersByTimeAsync(0);
    get.mockClear();
    return { bot, get, aborted, ended, end: () => ending.abort(), run };
  };

  it('aborts a long poll within seconds of a stop, even after a failed check', async () => {
    const { bot, get, aborted, end, run } = await polling();
    get.mockRejectedValueOnce(new Error('the database is away'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(aborted).not.toHaveBeenCalled();
    bot.running = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(aborted).toHaveBeenCalledTimes(1);
    end();
    await run;
  });

  it('runs one check at a time, and ends only when no check is in flight', async () => {
    const { bot, get, ended, end, run } = await polling();
    let answer = (_: BotState): void => undefined;
    get.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(get).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ended).not.toHaveBeenCalled();
    answer(bot);
    await run;
    expect(jest.getTimerCount()).toBe(0);
  });
});
