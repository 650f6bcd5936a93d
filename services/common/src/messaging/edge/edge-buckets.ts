import { Injectable } from '@nestjs/common';
import {
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import { BaseConfig } from '../../core/config/base-config.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { Nats } from '../nats.js';
import { isApiError, STREAM_EXISTS, STREAM_NOT_FOUND, withReplicas } from '../stream-settings.js';
import { REVOCATIONS } from './edge-entries.js';

/**
 * A revocation must outlive the access tokens that it refuses (15 min); refresh tokens are checked in auth's
 * database. A day leaves room for clock skew and longer tokens.
 */
const REVOCATION_TTL_MS = 86_400_000;

/**
 * Maximum number of consumers of a new bucket: each process has one watch, and during a rollout 100 replicas of each
 * service must fit.
 */
const MAX_WATCHES = 1_000;

/** JetStream buckets of the edge state, created by the first replica that needs them. */
@Injectable()
export class EdgeBuckets {
  private readonly names: NatsNames;

  constructor(
    private readonly nats: Nats,
    private readonly config: BaseConfig,
  ) {
    this.names = new NatsNames(config.NATS_NAMESPACE);
  }

  /** An existing bucket is opened unchanged; StreamReconciler adjusts its number of replicas. */
  async open(bucket: string): Promise<KV> {
    const { inbox: watcherPrefix } = this.nats;
    const connection = await this.nats.connection();
    await this.ensure(await jetstreamManager(connection), bucket);
    // Services have no permission for direct gets (proto/access).
    const options = { allow_direct: false };
    return new Kvm(jetstream(connection, { watcherPrefix })).create(
      this.names.bucket(bucket),
      options,
    );
  }

  /**
   * Creates the bucket's stream if it is missing, because Kvm cannot limit the consumers. The limit of an existing stream
   * does not change, because nats-server before 2.12 rejects that.
   */
  private async ensure(manager: JetStreamManager, bucket: string): Promise<void> {
    const name = this.names.bucket(bucket);
    const stream = `KV_${name}`;
    try {
      await manager.streams.info(stream);
      return;
    } catch (error) {
      if (!isApiError(error, STREAM_NOT_FOUND)) throw error;
    }
    try {
      await withReplicas(this.config.NATS_REPLICAS, (replicas) =>
        manager.streams.add({
          name: stream,
          subjects: [`$KV.${name}.>`],
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
          discard: DiscardPolicy.New,
          max_msgs_per_subject: 1,
          max_consumers: MAX_WATCHES,
          allow_rollup_hdrs: true,
          allow_direct: false,
          num_replicas: replicas,
          ...(bucket === REVOCATIONS ? { max_age: nanos(REVOCATION_TTL_MS) } : {}),
        }),
      );
    } catch (error) {
      // A replica of an older version has just created it.
      if (!isApiError(error, STREAM_EXISTS)) throw error;
    }
  }
}
