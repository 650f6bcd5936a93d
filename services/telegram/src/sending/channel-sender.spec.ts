import { configureLogging } from '@casement/common/core/logging/logger.js';
import { ChannelSender } from './channel-sender.js';
import type { NoticeQueueRepository } from './notice-queue.repository.js';

describe(ChannelSender.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));

  it('sets aside a notice that cannot be sent, and sends the rest', async () => {
    const ending = new AbortController();
    const sent: string[] = [];
    const queue = {
      failExpired: () => Promise.resolve(0),
      skipSuperseded: () => Promise.resolve(0),
      due: () => Promise.resolve(sent.length === 0 ? ['bad', 'good'] : []),
      recordFailure: jest.fn(() => Promise.resolve()),
    };
    const sut = new ChannelSender('telegram', queue as unknown as NoticeQueueRepository, (id) => {
      if (id === 'bad') throw new TypeError('its content cannot be read');
      sent.push(id);
      ending.abort();
      return Promise.resolve(true);
    });
    await sut.run(ending.signal);
    expect(sent).toEqual(['good']);
    expect(queue.recordFailure).toHaveBeenCalledWith('bad');
  });

  it('continues with the notices when an edit between them fails', async () => {
    const ending = new AbortController();
    const queue = {
      failExpired: () => Promise.resolve(0),
      skipSuperseded: () => Promise.resolve(0),
      due: () => Promise.resolve(['good']),
    };
    const send = jest.fn(() => {
      if (send.mock.calls.length === 2) ending.abort();
      return Promise.resolve(true);
    });
    const between = () => Promise.reject(new TypeError('unreadable'));
    const sut = new ChannelSender(
      'telegram',
      queue as unknown as NoticeQueueRepository,
      send,
      between,
    );
    await sut.run(ending.signal);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('edits messages only when no notice is due and no full batch is waiting', async () => {
    const ending = new AbortController();
    const calls: string[] = [];
    const batches = [Array.from({ length: 20 }, (_, n) => `${n}`), ['20', '21']];
    const queue = {
      failExpired: () => Promise.resolve(0),
      skipSuperseded: () => Promise.resolve(0),
      due: () => Promise.resolve(batches.shift() ?? []),
    };
    const sut = new ChannelSender(
      'telegram',
      queue as unknown as NoticeQueueRepository,
      (id) => {
        calls.push(id);
        return Promise.resolve(true);
      },
      () => {
        calls.push('edits');
        ending.abort();
        return Promise.resolve();
      },
    );
    await sut.run(ending.signal);
    expect(calls).toEqual([...Array.from({ length: 22 }, (_, n) => `${n}`), 'edits']);
  });
});
