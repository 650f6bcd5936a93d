import { Inject, Injectable } from '@nestjs/common';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type JetStreamClient,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { isServiceName, STREAM_OWNER } from '@casement/proto/access/access.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { BaseConfig } from '../config/base-config.js';
import { Nats } from './nats.js';

const DAY_MS = 86_400_000;
const STREAM_EXISTS = 10_058;
const STREAM_NOT_FOUND = 10_059;
/** Below the time that a readiness check may take. */
const CHECK_MS = 1_500;

/** How long a message may be worked at before NATS hands it out again; kept alive by the worker. */
export const ACK_WAIT_MS = 30_000;

/** The one stream that all events live in. Created by the first replica that needs it; every replica uses the same configuration. */
@Injectable()
export class EventStream {
  readonly names: NatsNames;

  constructor(
    private readonly nats: Nats,
    config: BaseConfig,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {
    this.names = new NatsNames(config.NATS_NAMESPACE);
  }

  async client(): Promise<JetStreamClient> {
    return jetstream(await this.nats.connection());
  }

  /** Idempotent. Only fields that nats-server 2.9 knows. */
  async ensure(): Promise<void> {
    const manager = await jetstreamManager(await this.nats.connection());
    const config = this.config();
    try {
      await manager.streams.add(config);
    } catch (error) {
      // There already, from a version with other limits, which one service alone may change.
      if (!(error instanceof JetStreamApiError) || error.code !== STREAM_EXISTS) throw error;
      if (isServiceName(this.service) && this.service !== STREAM_OWNER) return;
      await manager.streams.update(config.name, config);
    }
  }

  /**
   * For readiness. A stream that is missing is created, as after the loss of NATS's files.
   *
   * @throws where the stream does not answer or has no leader
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
      if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error;
      await this.ensure();
    }
  }

  private config() {
    return {
      name: this.names.stream,
      subjects: this.names.subjects,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      // The outbox is the truth; the stream must only outlast the longest outage of a consumer.
      max_age: nanos(14 * DAY_MS),
      // A number, not bytes: those would be set aside on the disk in full.
      max_msgs: 500_000,
      max_msg_size: 256 * 1024,
      duplicate_window: nanos(120_000),
      num_replicas: 1,
    };
  }

  /** A durable pull consumer per service and subject: several replicas share it. */
  async consumer(service: string, subject: string): Promise<Consumer> {
    await this.ensure();
    const connection = await this.nats.connection();
    const manager = await jetstreamManager(connection);
    const name = this.names.durable(service, subject);
    await manager.consumers.add(this.names.stream, {
      durable_name: name,
      filter_subject: this.names.subject(subject),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      deliver_policy: DeliverPolicy.All,
      // Tries are counted here, so that the last one can be kept as a dead letter.
      max_deliver: -1,
    });
    return (await this.client()).consumers.get(this.names.stream, name);
  }
}
