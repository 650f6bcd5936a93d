import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { NatsNames } from '@casement/proto/access/nats-names.js';
import type { BaseConfig } from '../core/config/base-config.js';

const DAY_MS = 86_400_000;
export const STREAM_NOT_FOUND = 10_059;
export const STREAM_EXISTS = 10_058;
/** As another one than is asked for. */
export const CONSUMER_EXISTS = 10_148;
/** Too few servers are there for so many copies; a single server answers the second. */
const NO_ROOM = [10_005, 10_074];

export const isApiError = (error: unknown, ...codes: number[]): boolean =>
  error instanceof JetStreamApiError && codes.includes(error.code);

export type StreamSettings = ReturnType<typeof streamSettings>;

/** The event stream as this configuration wants it. Only fields that nats-server 2.9 knows. */
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
    // The outbox is the truth; the stream must only outlast the longest outage of a consumer.
    max_age: nanos(config.NATS_EVENT_DAYS * DAY_MS),
    // A number, not bytes: those would be set aside on the disk in full.
    max_msgs: config.NATS_EVENT_DAYS * config.NATS_EVENTS_PER_DAY,
    max_msg_size: 256 * 1024,
    duplicate_window: nanos(120_000),
    num_replicas: config.NATS_REPLICAS,
  };
}

/**
 * Makes something with so many copies, or with one while too few servers are there, so that a service starts with a
 * server of the cluster away. StreamReconciler adds the others.
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

/** Settings whose lowering throws events away that no consumer may have seen. */
export const lowers = (
  from: Pick<StreamSettings, 'max_age' | 'max_msgs'>,
  to: Pick<StreamSettings, 'max_age' | 'max_msgs'>,
): boolean => {
  // 0 and -1 stand for no limit.
  const room = (limit: number) => (limit > 0 ? limit : Infinity);
  return room(to.max_msgs) < room(from.max_msgs) || room(to.max_age) < room(from.max_age);
};
