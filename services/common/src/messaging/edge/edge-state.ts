import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../core/context/actor.js';
import { Nats } from '../nats.js';
import { BlockedAddresses } from './blocked-addresses.js';
import { BucketWatch } from './bucket-watch.js';
import { EdgeBuckets } from './edge-buckets.js';
import { BLOCKED_IPS, REVOCATIONS } from './edge-entries.js';
import { Revocations } from './revocations.js';

/**
 * Blocked addresses and ended sessions, followed from JetStream into the memory of every process, so that checking a
 * request costs nothing.
 */
@Injectable()
export class EdgeState implements OnModuleInit, OnApplicationShutdown {
  private readonly blocked = new BlockedAddresses();
  private readonly revocations = new Revocations();
  private readonly watches: BucketWatch[];

  constructor(
    private readonly nats: Nats,
    buckets: EdgeBuckets,
  ) {
    this.watches = [
      new BucketWatch(() => buckets.open(BLOCKED_IPS), this.blocked),
      new BucketWatch(() => buckets.open(REVOCATIONS), this.revocations),
    ];
  }

  onModuleInit(): void {
    for (const watch of this.watches) watch.start();
    this.nats.onReconnect(() => {
      for (const watch of this.watches) watch.restart();
    });
  }

  onApplicationShutdown(): void {
    for (const watch of this.watches) watch.stop();
  }

  /** True once both buckets have been read completely. The last state stays in use while disconnected. */
  get ready(): boolean {
    return this.watches.every((watch) => watch.ready);
  }

  /** Checks the address, its IPv6 /64 and all CIDRs. */
  isBlocked(ip: string): boolean {
    return this.blocked.has(ip);
  }

  /** @returns end of the address's block, `null` for a permanent one, undefined if not blocked */
  blockExpiryOf(ip: string): Date | null | undefined {
    return this.blocked.expiryOf(ip);
  }

  /** Returns all blocks known to this process. A permanent block ends at Infinity. */
  listBlocks(): { ip: string; expiresAt: number }[] {
    return this.blocked.list();
  }

  /** Returns whether this token's session, or all of its user's sessions of that epoch, have ended. */
  isRevoked(token: Pick<Actor, 'userId' | 'sessionId' | 'epoch'>): boolean {
    return this.revocations.has(token);
  }
}
