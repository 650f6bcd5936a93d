import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { NatsNames } from '@casement/proto/access/nats-names.js';
import type { BaseConfig } from '../core/config/base-config.js';

const DAY_MS = 86_400_000;
export const STREAM_NOT_FOUND = 10_059;
export const STREAM_EXISTS = 10_058;
/** The consumer exists with a different configuration. */
export const CONSUMER_EXISTS = 10_148;
/** Too few servers for the number of replicas. A server without a cluster returns the second code. */
const NO_ROOM = [10_005, 10_074];

export const isApiError = (error: unknown, ...codes: number[]): boolean =>
  error instanceof JetStreamApiError && codes.includes(error.code);

export type StreamSettings = ReturnType<typeof streamSettings>;

/** Returns the event stream's settings for this configuration. Uses only fields that nats-server 2.9 supports. */
export function streamSettings(
  names: NatsNames,
  config: Pick<BaseConfig, 'NATS_REPLICAS' | 'NATS_EVENT_DAYS' | 'NATS_EVENTS_PER_DAY'>,
) {
  return {
    name: names.stream,
    subjects: names.subjects,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    // Events are stored permanently in the outbox's database. The stream only has to outlast the longest outage of a
    // consumer.
    max_age: nanos(config.NATS_EVENT_DAYS * DAY_MS),
    // Limited by number of messages, because NATS would reserve a byte limit on the disk in full.
    max_msgs: config.NATS_EVENT_DAYS * config.NATS_EVENTS_PER_DAY,
    max_msg_size: 256 * 1024,
    duplicate_window: nanos(120_000),
    num_replicas: config.NATS_REPLICAS,
  };
}

/**
 * Creates a resource with the given number of replicas, or with one if too few servers are up, so that a service
 * starts while a server of the cluster is down. StreamReconciler adds the others.
 */
export async function withReplicas<T>(
  replicas: number,
  make: (replicas: number) => Promise<T>,
): Promise<T> {
  try {
    return await make(replicas);
  } catch (error) {
    if (replicas === 1 || !isApiError(error, ...NO_ROOM)) throw error;
    return make(1);
  }
}

/**
 * Returns whether the new settings have lower limits, which would drop events that consumers may not have seen yet.
 */
export const lowersLimits = (
  from: Pick<StreamSettings, 'max_age' | 'max_msgs'>,
  to: Pick<StreamSettings, 'max_age' | 'max_msgs'>,
): boolean => {
  // 0 and -1 mean no limit.
  const room = (limit: number) => (limit > 0 ? limit : Infinity);
  return room(to.max_msgs) < room(from.max_msgs) || room(to.max_age) < room(from.max_age);
};
