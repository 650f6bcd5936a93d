import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';

type Progress = Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending' | 'ack_floor'>;
type State = Pick<StreamInfo, 'state' | 'config'>;

/** The last event up to which a consumer has worked all of its own; the stream's last one if nothing waits. */
export const workedUpTo = (consumer: Progress, last: number): number =>
  consumer.num_pending + consumer.num_ack_pending === 0 ? last : consumer.ack_floor.stream_seq;

/**
 * How near the oldest event that a consumer has not worked is to being dropped: 0 where there is none, 1 where it is the
 * next to go, by number or by age. Its age is taken from its place between the first and the last event, as no service
 * may read the stream past its consumers; near to 1, where it matters, that is exact.
 */
export function roomTaken({ state, config }: State, consumer: Progress, now: number): number {
  const { first_seq: first, last_seq: last } = state;
  const floor = Math.max(workedUpTo(consumer, last), first - 1);
  if (floor >= last) return 0;
  const byNumber = config.max_msgs > 0 ? (last - floor) / config.max_msgs : 0;
  const [from, to] = [Date.parse(state.first_ts), Date.parse(state.last_ts)];
  const place = last > first ? (floor + 1 - first) / (last - first) : 0;
  const age = now - (from + place * (to - from));
  const byAge = config.max_age > 0 ? (age * 1e6) / config.max_age : 0;
  return Math.max(byNumber, byAge, 0);
}

/** Copies that have all there is: the leader's, and the others that answer and have caught up. */
export function copiesOf({ cluster }: Pick<StreamInfo, 'cluster'>): number {
  // A server without a cluster names none.
  if (!cluster?.name) return 1;
  const others = (cluster.replicas ?? []).filter(({ current, offline }) => current && !offline);
  return Number(Boolean(cluster.leader)) + others.length;
}
