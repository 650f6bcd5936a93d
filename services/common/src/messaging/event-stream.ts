import { Injectable } from '@nestjs/common';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  type Consumer,
  type JetStreamClient,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { BaseConfig } from '../core/config/base-config.js';
import { Nats } from './nats.js';
import {
  CONSUMER_EXISTS,
  isApiError,
  STREAM_EXISTS,
  STREAM_NOT_FOUND,
  streamSettings,
  withReplicas,
  type StreamSettings,
} from './stream-settings.js';

/** Below the timeout of a readiness check. */
const CHECK_MS = 1_500;

/** Time until NATS redelivers an unacknowledged message. The worker extends it while it is working. */
export const ACK_WAIT_MS = 30_000;

/** NATS's default limit of unacknowledged messages per consumer, and the value for no limit. */
const DEFAULT_PENDING = 1_000;
const UNLIMITED = -1;

/** Stream of all events, created by the first replica that needs it. StreamReconciler updates its settings. */
@Injectable()
export class EventStream {
  readonly names: NatsNames;
  /** Stream settings requested by this process's configuration. */
  readonly desired: StreamSettings;

  constructor(
    private readonly nats: Nats,
    config: BaseConfig,
  ) {
    this.names = new NatsNames(config.NATS_NAMESPACE);
    this.desired = streamSettings(this.names, config);
  }

  async client(): Promise<JetStreamClient> {
    return jetstream(await this.nats.connection());
  }

  /** Creates the stream if it is missing. StreamReconciler applies later changes of its settings. */
  async ensure(): Promise<void> {
    const manager = await jetstreamManager(await this.nats.connection());
    try {
      await manager.streams.info(this.names.stream);
      return;
    } catch (error) {
      if (!isApiError(error, STREAM_NOT_FOUND)) throw error;
    }
    try {
      await withReplicas(this.desired.num_replicas, (num_replicas) =>
        manager.streams.add({ ...this.desired, num_replicas }),
      );
    } catch (error) {
      // Another process was faster, possibly with other settings.
      if (!isApiError(error, STREAM_EXISTS)) throw error;
    }
  }

  /**
   * Readiness check. Creates a missing stream, e.g. after NATS has lost its files.
   *
   * @throws if the stream does not respond or has no leader
   */
  async check(): Promise<void> {
    const manager = await jetstreamManager(await this.nats.connection(), {
      timeout: CHECK_MS,
      checkAPI: false,
    });
    try {
      const { cluster } = await manager.streams.info(this.names.stream);
      if (cluster && !cluster.leader) throw new Error('the event stream has no leader');
    } catch (error) {
      if (!isApiError(error, STREAM_NOT_FOUND)) throw error;
      await this.ensure();
    }
  }

  /** Returns a durable pull consumer per service and subject, shared by all replicas. */
  async consumer(service: string, subject: string): Promise<Consumer> {
    await this.ensure();
    const connection = await this.nats.connection();
    const manager = await jetstreamManager(connection);
    const name = this.names.durable(service, subject);
    const config = {
      durable_name: name,
      filter_subject: this.names.subject(subject),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      // Unlimited, because JetStreamServer counts the tries itself and stores the last failure as a dead letter.
      max_deliver: -1,
    };
    try {
      await manager.consumers.add(this.names.stream, config);
    } catch (error) {
      // The limit of the existing consumer was lifted. nats-server 2.10 and later report that as an error.
      if (!isApiError(error, CONSUMER_EXISTS)) throw error;
    }
    return (await this.client()).consumers.get(this.names.stream, name);
  }

  /**
   * A message that waits for a retry counts as delivered, so after an outage a thousand of them would block all
   * others until the longest wait is over. The limit is lifted only while many messages wait, because a version that
   * creates the consumer with the default limit, such as 0.1.0, gets an error if the limit differs.
   */
  async adjustLimit(service: string, subject: string): Promise<void> {
    const manager = await jetstreamManager(await this.nats.connection(), { checkAPI: false });
    const { stream } = this.names;
    const name = this.names.durable(service, subject);
    const { num_ack_pending: pending, config } = await manager.consumers.info(stream, name);
    const limit = pending < DEFAULT_PENDING / 2 ? DEFAULT_PENDING : UNLIMITED;
    if (config.max_ack_pending === limit) return;
    await manager.consumers.update(stream, name, { max_ack_pending: limit });
  }
}
