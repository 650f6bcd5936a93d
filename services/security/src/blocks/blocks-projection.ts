import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { canonicalRange } from '@casement/common/messaging/edge/block-range.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { isActive, type BlockedIpEntity } from './blocked-ip.entity.js';
import { BlocksRepository } from './blocks.repository.js';

const PAGE = 1_000;

/**
 * Projects the rows to the bucket that all enforcement points follow. No transaction is open while writing to NATS.
 * Compare-and-set: each write names the entry's revision from before its row was read, so that a writer that lost a
 * race reads the row again.
 */
@Injectable()
export class BlocksProjection implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly edge: EdgeWriter,
    private readonly state: EdgeState,
    private readonly blocks: BlocksRepository,
  ) {}

  /** Does not wait because the service must start while NATS is unavailable. */
  onApplicationBootstrap(): void {
    this.edge.rebuildOnReconnect(() => this.rebuild());
  }

  /**
   * Rewrites the bucket from the rows, in case NATS has lost its files. Adds entries before it deletes others, so
   * that no block is interrupted.
   */
  async rebuild(): Promise<void> {
    for await (const page of this.blocks.pagesInForce(PAGE)) {
      await this.edge.writeBlocks(page);
      await this.blocks.markInForce(page.map(({ id }) => id));
      await this.projectChanged(page);
    }
    for await (const ips of this.edge.blockedRanges(PAGE)) await this.projectUnwanted(ips);
  }

  /** Writes the entry of an address from its current row. Safe for late, repeated and parallel events. */
  async project(ip: string): Promise<void> {
    const range = canonicalRange(ip) ?? ip;
    const written = await this.edge.writeBlock(range, async () => {
      const open = await this.blocks.findOpen(this.db.manager, range);
      return open && isActive(open) ? open : null;
    });
    if (written) await this.blocks.markInForce([written.id]);
  }

  /**
   * Compares the enforcement points with the rows and repairs differences.
   *
   * @returns the repaired addresses
   */
  async repair(): Promise<string[]> {
    const known = new Map(this.state.listBlocks().map(({ ip, expiresAt }) => [ip, expiresAt]));
    const repaired: string[] = [];
    for await (const page of this.blocks.pagesInForce(PAGE)) {
      for (const block of page) {
        const end = block.expiresAt?.getTime() ?? Infinity;
        if (known.get(block.ip) !== end && (await this.repairEntry(block.ip)))
          repaired.push(block.ip);
        known.delete(block.ip);
      }
    }
    // Known entries without a row in force. Expired entries block nobody and are removed together with their rows.
    const superfluous = [...known].filter(([, end]) => end > Date.now());
    for (const [ip] of superfluous) if (await this.repairEntry(ip)) repaired.push(ip);
    return repaired;
  }

  /**
   * Rewrites the entry from its row, which also handles a change that has completed since the comparison.
   *
   * @returns whether the entry was wrong
   */
  private async repairEntry(ip: string): Promise<boolean> {
    const before = (await this.edge.readBlock(ip))?.expiresAt;
    await this.project(ip);
    return (await this.edge.readBlock(ip))?.expiresAt !== before;
  }

  /** Projects the blocks of a page that were lifted or replaced while the page was being written. */
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
