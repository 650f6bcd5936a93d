import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';

type Progress = Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending' | 'ack_floor'>;
type State = Pick<StreamInfo, 'state' | 'config'>;

/**
 * Returns the last sequence number up to which a consumer has handled all of its events, or the stream's last one if
 * none is waiting.
 */
export const processedUpTo = (consumer: Progress, last: number): number =>
  consumer.num_pending + consumer.num_ack_pending === 0 ? last : consumer.ack_floor.stream_seq;

/**
 * Returns how close the oldest unhandled event of a consumer is to being dropped, by number or by age: 0 if all
 * events are handled, 1 if it is dropped next. The age is interpolated from its position between the first and the
 * last event, because services can read the stream only through their consumers. Near 1, where it matters, the value
 * is exact.
 */
export function retentionUsed({ state, config }: State, consumer: Progress, now: number): number {
  const { first_seq: first, last_seq: last } = state;
  const floor = Math.max(processedUpTo(consumer, last), first - 1);
  if (floor >= last) return 0;
  const byNumber = config.max_msgs > 0 ? (last - floor) / config.max_msgs : 0;
  const [from, to] = [Date.parse(state.first_ts), Date.parse(state.last_ts)];
  const position = last > first ? (floor + 1 - first) / (last - first) : 0;
  const age = now - (from + position * (to - from));
  const byAge = config.max_age > 0 ? (age * 1e6) / config.max_age : 0;
  return Math.max(byNumber, byAge, 0);
}

/** Returns the number of up-to-date replicas: the leader's and those that are online and have caught up. */
export function upToDateReplicas({ cluster }: Pick<StreamInfo, 'cluster'>): number {
  // A server without a cluster has no cluster name.
  if (!cluster?.name) return 1;
  const others = (cluster.replicas ?? []).filter(({ current, offline }) => current && !offline);
  return Number(Boolean(cluster.leader)) + others.length;
}
