import { Injectable } from '@nestjs/common';
import { jetstream } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import { BaseConfig } from '../../core/config/base-config.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { Nats } from '../nats.js';
import { withReplicas } from '../stream-settings.js';
import { REVOCATIONS } from './edge-entries.js';

/**
 * A revocation must outlive the access tokens that it refuses (15 min); refresh tokens are checked in auth's
 * database. A day leaves room for clock skew and longer tokens.
 */
const REVOCATION_TTL_MS = 86_400_000;

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

  async open(bucket: string): Promise<KV> {
    const { inbox: watcherPrefix } = this.nats;
    const manager = new Kvm(jetstream(await this.nats.connection(), { watcherPrefix }));
    // An existing bucket is opened unchanged; StreamReconciler adjusts its number of replicas.
    return withReplicas(this.config.NATS_REPLICAS, (replicas) =>
      manager.create(this.names.bucket(bucket), {
        history: 1,
        replicas,
        // Services may not use direct gets: see proto/access.
        allow_direct: false,
        ...(bucket === REVOCATIONS ? { ttl: REVOCATION_TTL_MS } : {}),
      }),
    );
  }
}
