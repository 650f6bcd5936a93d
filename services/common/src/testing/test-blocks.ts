import { Kvm } from '@nats-io/kv';
import { BLOCKED_IPS, blockKey, type BlockEntry } from '../messaging/edge/edge-entries.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import type { TestNats } from './test-nats.js';

/** Writes the block list in tests of services other than security. */
export class TestBlocks {
  constructor(private readonly nats: TestNats) {}

  async block(ip: string): Promise<void> {
    const entry: BlockEntry = { ip, reason: 'test', expiresAt: null };
    await (await this.bucket()).put(blockKey(ip), JSON.stringify(entry));
  }

  async unblock(ip: string): Promise<void> {
    await (await this.bucket()).delete(blockKey(ip));
  }

  private bucket() {
    return new Kvm(this.nats.connection).open(
      new NatsNames(this.nats.namespace).bucket(BLOCKED_IPS),
    );
  }
}
