import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { upToDateReplicas, retentionUsed, processedUpTo } from './stream-state.js';

const DAY = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const consumer = (floor: number, pending: number, inProgress = 0) =>
  ({
    num_pending: pending,
    num_ack_pending: inProgress,
    ack_floor: { stream_seq: floor },
  }) as ConsumerInfo;
/** Returns a stream with the events 101 to 200, published over ten days. */
const stream = (max_msgs: number, max_age = nanos(100 * DAY)) =>
  ({
    state: {
      first_seq: 101,
      last_seq: 200,
      first_ts: new Date(start).toISOString(),
      last_ts: new Date(start + 10 * DAY).toISOString(),
    },
    config: { max_msgs, max_age },
  }) as StreamInfo;
const now = start + 10 * DAY;

describe(retentionUsed.name, () => {
  it('returns 0 if no event is waiting, however old the last event is', () => {
    expect(retentionUsed(stream(100), consumer(102, 0), now + 90 * DAY)).toBe(0);
  });

  it('returns the share of the capacity since the oldest waiting event', () => {
    expect(retentionUsed(stream(1000), consumer(150, 3), now)).toBeCloseTo(0.05, 1);
    expect(retentionUsed(stream(100), consumer(100, 100), now)).toBe(1);
  });

  it('counts an event in progress', () => {
    expect(retentionUsed(stream(100), consumer(150, 0, 1), now)).toBe(0.5);
  });

  it('returns the share of the maximum age if that is greater', () => {
    const fortnight = nanos(14 * DAY);
    expect(retentionUsed(stream(1e6, fortnight), consumer(100, 9), now)).toBeCloseTo(10 / 14, 3);
    expect(retentionUsed(stream(1e6, fortnight), consumer(199, 1), now)).toBeCloseTo(0, 3);
  });

  it('counts at most the events in the stream, however old the consumer’s position is', () => {
    expect(retentionUsed(stream(1000, 0), consumer(0, 5), now)).toBe(0.1);
  });
});

it('processedUpTo returns the last event of the stream for an idle consumer', () => {
  expect(processedUpTo(consumer(3, 0), 200)).toBe(200);
  expect(processedUpTo(consumer(3, 1), 200)).toBe(3);
});

describe(upToDateReplicas.name, () => {
  const peer = (current: boolean, offline = false) => ({ name: 'n', current, offline, active: 0 });
  it.each([
    ['a single server', undefined, 1],
    ['one copy in a cluster', { name: 'c', leader: 'a' }, 1],
    [
      'three up-to-date replicas',
      { name: 'c', leader: 'a', replicas: [peer(true), peer(true)] },
      3,
    ],
    [
      'one replica lagging, one offline',
      { name: 'c', leader: 'a', replicas: [peer(false), peer(true, true)] },
      1,
    ],
    ['no leader', { name: 'c', replicas: [peer(true)] }, 1],
  ])('counts up-to-date replicas: %s', (_, cluster, copies) => {
    expect(upToDateReplicas({ cluster } as StreamInfo)).toBe(copies);
  });
});
