import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { EventChannel } from './event-channel.js';
import { EventStreamsModule } from './event-streams.module.js';
import { OpenStreams, type OpenStream } from './open-streams.js';

@Injectable()
class First {
  constructor(readonly streams: OpenStreams<OpenStream>) {}
}

@Injectable()
class Second {
  constructor(readonly streams: OpenStreams<OpenStream>) {}
}

const actor = { userId: 'ann' } as Actor;
const aStream = (of: Partial<Actor> = {}) => {
  const channel = { open: true, end: jest.fn(), heartbeat: jest.fn() };
  return {
    actor: { ...actor, ...of },
    channel: channel as unknown as EventChannel & typeof channel,
    openedAt: Date.now(),
  };
};

describe(OpenStreams.name, () => {
  const setup = async (isRevoked = () => false) => {
    const app = await Test.createTestingModule({
      imports: [EventStreamsModule],
      providers: [First, Second],
    })
      .useMocker((token) => (token === EdgeState ? { isRevoked } : undefined))
      .compile();
    await app.init();
    return { app, first: app.get(First).streams, second: app.get(Second).streams };
  };

  it('gives every injecting service separate streams', async () => {
    const { app, first, second } = await setup();
    first.add(aStream());
    expect([first.countOf(actor), second.countOf(actor)]).toEqual([1, 0]);
    await app.close();
  });

  it('ends the streams of every service at shutdown', async () => {
    const { app, first, second } = await setup();
    const streams = [aStream(), aStream()] as const;
    first.add(streams[0]);
    second.add(streams[1]);
    await app.close();
    for (const { channel } of streams) expect(channel.end).toHaveBeenCalledTimes(1);
  });

  it('ends a stream when its token or API key expires, and one without expiry after 15 minutes', async () => {
    const { app, first } = await setup();
    const [short, endless] = [aStream({ expiresAt: Date.now() / 1000 + 60 }), aStream()] as const;
    first.add(short);
    first.add(endless);
    expect(first.open()).toHaveLength(2);
    const now = jest.spyOn(Date, 'now').mockReturnValue(short.openedAt + 60_000);
    expect(first.open()).toEqual([endless]);
    expect(short.channel.end).toHaveBeenCalledTimes(1);
    now.mockReturnValue(endless.openedAt + 15 * 60_000);
    expect(first.open()).toEqual([]);
    now.mockRestore();
    await app.close();
  });

  it('ends the stream of a revoked session', async () => {
    const { app, first } = await setup(() => true);
    const stream = aStream();
    first.add(stream);
    expect(first.open()).toEqual([]);
    expect(stream.channel.end).toHaveBeenCalledTimes(1);
    await app.close();
  });
});
