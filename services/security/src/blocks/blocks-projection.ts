import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { canonicalRange } from '@casement/common/messaging/edge/block-range.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { isActive, type BlockedIpEntity } from './blocked-ip.entity.js';
import { BlocksRepository } from './blocks.repository.js';

/** Blocks in memory at a time. */
const PAGE = 1_000;

/**
 * Keeps the bucket that every enforcement point follows equal to the rows. No transaction is open while NATS is
 * written to: an entry is written against the revision that was read before its row, so a writer that was overtaken
 * reads the row again.
 */
@Injectable()
export class BlocksProjection implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly edge: EdgeWriter,
    private readonly state: EdgeState,
    private readonly blocks: BlocksRepository,
  ) {}

  /** Not awaited: a start must not hang while NATS is away. */
  onApplicationBootstrap(): void {
    this.edge.rebuildOnReconnect(() => this.rebuild());
  }

  /** Writes the bucket again from the rows, in case NATS has lost its files. Adds first, so that no block is ever open. */
  async rebuild(): Promise<void> {
    for await (const page of this.blocks.pagesInForce(PAGE)) {
      await this.edge.putBlocks(page);
      await this.blocks.markInForce(page.map(({ id }) => id));
      await this.projectChanged(page);
    }
    for await (const ips of this.edge.blockedRanges(PAGE)) await this.projectUnwanted(ips);
  }

  /** Brings one address's entry to what its row states now. Events may come late, twice or at once. */
  async project(ip: string): Promise<void> {
    const range = canonicalRange(ip) ?? ip;
    const written = await this.edge.writeBlock(range, async () => {
      const open = await this.blocks.findOpen(this.db.manager, range);
      return open && isActive(open) ? open : null;
    });
    if (written) await this.blocks.markInForce([written.id]);
  }

  /**
   * Compares what the enforcement points know with the rows and mends what differs.
   * @returns the addresses that were mended
   */
  async repair(): Promise<string[]> {
    const known = new Map(this.state.knownBlocks().map(({ ip, expiresAt }) => [ip, expiresAt]));
    const mended: string[] = [];
    for await (const page of this.blocks.pagesInForce(PAGE)) {
      for (const block of page) {
        const end = block.expiresAt?.getTime() ?? Infinity;
        if (known.get(block.ip) !== end && (await this.mend(block.ip))) mended.push(block.ip);
        known.delete(block.ip);
      }
    }
    // Without a row in force. Expired entries block no one; they go with their rows.
    const superfluous = [...known].filter(([, end]) => end > Date.now());
    for (const [ip] of superfluous) if (await this.mend(ip)) mended.push(ip);
    return mended;
  }

  /** What was in progress a moment ago may be right by now. */
  private async mend(ip: string): Promise<boolean> {
    const before = (await this.edge.readBlock(ip))?.expiresAt;
    await this.project(ip);
    return (await this.edge.readBlock(ip))?.expiresAt !== before;
  }

  /** Blocks that ended or were replaced while the page was written. */
  private async projectChanged(page: readonly BlockedIpEntity[]): Promise<void> {
    const inForce = await this.blocks.findInForceOf(page.map(({ ip }) => ip));
    const ids = new Set(inForce.map(({ id }) => id));
    for (const { id, ip } of page) if (!ids.has(id)) await this.project(ip);
  }

  private async projectUnwanted(ips: readonly string[]): Promise<void> {
    const wanted = new Set((await this.blocks.findInForceOf(ips)).map(({ ip }) => ip));
    for (const ip of ips) if (!wanted.has(ip)) await this.project(ip);
  }
}
