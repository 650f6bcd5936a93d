import { randomBytes } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';
import { newId } from '../data/database/new-id.js';
import type { EventMap, EventSubject } from '../messaging/event-map.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { BLOCKED_IPS, REVOCATIONS } from '../messaging/edge/edge-entries.js';
import { requiredEnv } from './required-env.js';

export interface TestNats {
  url: string;
  namespace: string;
  /** Environment of a service under test. */
  env: { NATS_URL: string; NATS_NAMESPACE: string };
  connection: NatsConnection;
  /** Publishes an event like another service would. Pass `id` to publish the same event twice. */
  publish<S extends EventSubject>(
    subject: S,
    payload: EventMap[S],
    options?: { id?: string; correlationId?: string },
  ): Promise<EventEnvelope>;
  /** Returns the events published on a subject so far, oldest first, with parsed payloads. */
  events<S extends EventSubject>(
    subject: S,
  ): Promise<(Omit<EventEnvelope, 'payload'> & { payload: EventMap[S] })[]>;
  /** Returns the number of events published so far on all subjects. */
  published(): Promise<number>;
  close(): Promise<void>;
}

/** Uses the run's NATS with a new namespace, so that concurrent tests do not interfere. */
export async function testNats(url = requiredEnv('TEST_NATS_URL')): Promise<TestNats> {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const names = new NatsNames(namespace);
  const connection = await connect({
    servers: url.split(','),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  });
  const manager = await jetstreamManager(connection);

  return {
    url,
    namespace,
    env: { NATS_URL: url, NATS_NAMESPACE: namespace },
    connection,
    publish: async (subject, payload, { id = newId(), correlationId = newId() } = {}) => {
      const occurredAt = new Date().toISOString();
      const text = JSON.stringify(payload);
      const envelope = { id, subject, occurredAt, correlationId, payload: text, actorId: '' };
      await jetstream(connection).publish(names.subject(subject), JSON.stringify(envelope));
      return envelope;
    },
    events: async <S extends EventSubject>(subject: S) => {
      const info = await manager.streams.info(names.stream, {
        subjects_filter: names.subject(subject),
      });
      const expected = info.state.subjects?.[names.subject(subject)] ?? 0;
      const found: (Omit<EventEnvelope, 'payload'> & { payload: EventMap[S] })[] = [];
      let seq = info.state.first_seq;
      while (found.length < expected) {
        const query = { seq, next_by_subj: names.subject(subject) };
        const message = await manager.streams.getMessage(names.stream, query);
        if (!message) break;
        const envelope = message.json<EventEnvelope>();
        found.push({ ...envelope, payload: JSON.parse(envelope.payload) as EventMap[S] });
        seq = message.seq + 1;
      }
      return found;
    },
    published: async () => (await manager.streams.info(names.stream)).state.last_seq,
    close: async () => {
      const buckets = [BLOCKED_IPS, REVOCATIONS].map((name) => `KV_${names.bucket(name)}`);
      for (const stream of [names.stream, ...buckets]) {
        await manager.streams.delete(stream).catch(() => false);
      }
      await connection.close();
    },
  };
}
