import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { KV } from '@nats-io/kv';
import { logger } from '../../core/logging/logger.js';
import { Nats } from '../nats.js';
import { parseRange } from '../../core/net/address-set.js';
import { EdgeBuckets } from './edge-buckets.js';
import {
  BLOCKED_IPS,
  blockEntry,
  blockKey,
  ipOfBlockKey,
  REVOCATIONS,
  revocationEntry,
  revocationKey,
  type BlockEntry,
  type RevocationEntry,
} from './edge-entries.js';

const log = logger('edge');
const REBUILD_RETRY_MS = 2_000;
/** Number of concurrent writes. 100,000 entries written one at a time would take minutes. */
const CONCURRENCY = 100;
/** Placeholder that readers treat as no block. It is deleted right after it is written. */
const LIFTED = '{}';

export interface NewBlock {
  /** Address or CIDR. */
  ip: string;
  reason?: string;
  /** The block is permanent if omitted. */
  expiresAt?: Date | null;
}

/**
 * Writes the edge state. Only for its owners: security writes blocks, auth writes revocations. Both are projections
 * of database rows. Write them from a consumer of the service's own event, and rebuild them at startup in case NATS
 * has lost its files.
 */
@Injectable()
export class EdgeWriter implements BeforeApplicationShutdown {
  private ended = false;

  constructor(
    private readonly buckets: EdgeBuckets,
    private readonly nats: Nats,
  ) {}

  /**
   * Runs the owner's rebuild now and after each reconnection, because NATS may have lost its files in the meantime.
   * Retries until it succeeds. Returns immediately.
   *
   * @example
   *   onApplicationBootstrap() {
   *     this.edge.rebuildOnReconnect(async () => this.edge.rebuildRevocations(await this.sessions.ended()));
   *   }
   */
  rebuildOnReconnect(rebuild: () => Promise<void>): void {
    const attempt = () => {
      if (this.ended) return;
      rebuild().catch((err: unknown) => {
        if (this.ended) return;
        log.warn({ err }, 'could not rebuild the edge state');
        setTimeout(attempt, REBUILD_RETRY_MS).unref();
      });
    };
    this.nats.onReconnect(attempt);
    attempt();
  }

  beforeApplicationShutdown(): void {
    this.ended = true;
  }

  async block(block: NewBlock): Promise<void> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    await bucket.put(blockKey(block.ip), JSON.stringify(toEntry(block)));
  }

  /** Lifts the block of exactly this address or CIDR. `rebuild` explains why it does not use `purge`. */
  async unblock(ip: string): Promise<void> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    await bucket.delete(blockKey(ip));
  }

  /** Reads the entry of exactly this address or CIDR. */
  async readBlock(ip: string): Promise<BlockEntry | undefined> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    const entry = await bucket.get(blockKey(ip));
    return entry?.operation === 'PUT' ? blockEntry.safeParse(entry.json()).data : undefined;
  }

  /** Writes many blocks. Existing entries of the same addresses are overwritten. */
  async writeBlocks(blocks: readonly NewBlock[]): Promise<void> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    await writeEntries(
      bucket,
      blocks.map((block) => [blockKey(block.ip), JSON.stringify(toEntry(block))]),
    );
  }

  /** Returns all addresses and networks with an entry, in pages. */
  async *blockedRanges(pageSize: number): AsyncGenerator<string[]> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    let page: string[] = [];
    for await (const key of await bucket.keys()) {
      page.push(ipOfBlockKey(key));
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /**
   * Sets the entry of exactly this address or CIDR to the result of `read`; `null` lifts the block. Uses
   * compare-and-set: if another writer was faster, `read` is called again, so that the final entry never has an
   * outdated value.
   *
   * @returns the written block
   */
  async writeBlock<Block extends NewBlock>(
    ip: string,
    read: () => Promise<Block | null>,
  ): Promise<Block | null> {
    const bucket = await this.buckets.open(BLOCKED_IPS);
    const key = blockKey(ip);
    for (;;) {
      const current = await bucket.get(key);
      const block = await read();
      const previousSeq = current?.revision ?? 0;
      try {
        if (block) await bucket.put(key, JSON.stringify(toEntry(block)), { previousSeq });
        // If there is no entry, a placeholder is written and deleted. The new revision fails the compare-and-set of a
        // concurrent writer that has read an older row.
        else if (current) await bucket.delete(key, { previousSeq });
        else
          await bucket
            .put(key, LIFTED, { previousSeq })
            .then((seq) => bucket.delete(key, { previousSeq: seq }));
        return block;
      } catch (error) {
        const now = await bucket.get(key);
        if ((now?.revision ?? 0) === previousSeq) throw error;
      }
    }
  }

  async revokeSession(sessionId: string): Promise<void> {
    await this.revoke({ kind: 'session', sessionId });
  }

  /**
   * Refuses the user's tokens with an epoch below `minEpoch`, or all of them if it is omitted (a deleted or suspended
   * user).
   */
  async revokeUser(userId: string, minEpoch: number | null = null): Promise<void> {
    const bucket = await this.buckets.open(REVOCATIONS);
    const entry: RevocationEntry = { kind: 'user', userId, minEpoch };
    const key = revocationKey(entry);
    // Compare-and-set, because a late event must not undo a newer one.
    for (;;) {
      const current = await bucket.get(key);
      if (current?.operation === 'PUT' && covers(current.json(), minEpoch)) return;
      const text = JSON.stringify(entry);
      try {
        if (current) await bucket.update(key, text, current.revision);
        else await bucket.create(key, text);
        return;
      } catch (error) {
        const now = await bucket.get(key);
        if (now?.revision === current?.revision) throw error;
      }
    }
  }

  /**
   * Replaces the contents of the bucket with these revocations. Only revocations of the last day are needed, because
   * older ones no longer match a valid token.
   */
  async rebuildRevocations(entries: readonly RevocationEntry[]): Promise<void> {
    const desired = new Map(entries.map((entry) => [revocationKey(entry), JSON.stringify(entry)]));
    await rebuild(await this.buckets.open(REVOCATIONS), desired);
  }

  private async revoke(entry: RevocationEntry): Promise<void> {
    const bucket = await this.buckets.open(REVOCATIONS);
    await bucket.put(revocationKey(entry), JSON.stringify(entry));
  }
}

function covers(current: unknown, minEpoch: number | null): boolean {
  const known = revocationEntry.safeParse(current).data;
  if (known?.kind !== 'user') return false;
  return known.minEpoch === null || (minEpoch !== null && known.minEpoch >= minEpoch);
}

function toEntry({ ip, reason = '', expiresAt = null }: NewBlock): BlockEntry {
  if (!parseRange(ip)) throw new Error('a block needs an address or a CIDR');
  return { ip, reason, expiresAt: expiresAt?.toISOString() ?? null };
}

/**
 * Writes before it deletes, so that no blocked address gets through in between. Does not use `purge`: while NATS
 * removes the purged messages, nats-server may skip new messages of a watch, and the watching process would never
 * learn that an address is no longer blocked.
 */
async function rebuild(bucket: KV, desired: ReadonlyMap<string, string>): Promise<void> {
  await writeEntries(bucket, [...desired]);
  const keys: string[] = [];
  for await (const key of await bucket.keys()) keys.push(key);
  for (const key of keys) if (!desired.has(key)) await bucket.delete(key);
}

async function writeEntries(
  bucket: KV,
  entries: readonly (readonly [string, string])[],
): Promise<void> {
  for (let n = 0; n < entries.length; n += CONCURRENCY) {
    const some = entries.slice(n, n + CONCURRENCY);
    await Promise.all(some.map(([key, value]) => bucket.put(key, value)));
  }
}
