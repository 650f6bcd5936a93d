import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { canonicalRange } from '@casement/common/edge/block-range.js';
import { EdgeState } from '@casement/common/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/edge/edge-writer.js';
import { isActive } from './blocked-ip.entity.js';
import { BlocksRepository } from './blocks.repository.js';

/** What every service watches is a projection of the rows here. */
@Injectable()
export class BlocksProjection implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly edge: EdgeWriter,
    private readonly doors: EdgeState,
    private readonly blocks: BlocksRepository,
  ) {}

  /** Not awaited: a start must not hang while NATS is away. */
  onApplicationBootstrap(): void {
    this.edge.keepRebuilt(() => this.rebuild());
  }

  /** Writes the bucket anew from the rows, in case NATS has lost its files. */
  async rebuild(): Promise<void> {
    const before = await this.blocks.findInForce();
    await this.edge.rebuildBlocks(before);
    // What was decided meanwhile: the rebuild may have undone it.
    const after = await this.blocks.findInForce();
    const [known, now] = [before, after].map((blocks) => new Set(blocks.map(({ id }) => id)));
    const changed = [
      ...before.filter(({ id }) => !now.has(id)),
      ...after.filter(({ id }) => !known.has(id)),
    ];
    for (const { ip } of changed) await this.project(ip);
  }

  /**
   * Brings one address's entry to what its row says now. Under the address's lock: two of them at once, or an event
   * that comes late, can't undo what is newer.
   */
  async project(ip: string): Promise<void> {
    const range = canonicalRange(ip) ?? ip;
    await this.db.transaction(async (tx) => {
      await this.blocks.lock(tx, range);
      const open = await this.blocks.findOpen(tx, range);
      if (!open || !isActive(open)) return this.edge.unblock(range);
      await this.edge.block(open);
      await this.blocks.markInForce(tx, open.id);
    });
  }

  /**
   * Compares what the doors know with the rows and mends what differs.
   * @returns the addresses that were mended
   */
  async repair(): Promise<string[]> {
    const known = new Map(this.doors.knownBlocks().map(({ ip, expiresAt }) => [ip, expiresAt]));
    const wanted = new Map(
      (await this.blocks.findInForce()).map(({ ip, expiresAt }) => [
        ip,
        expiresAt?.getTime() ?? Infinity,
      ]),
    );
    const wrong = [...wanted].filter(([ip, expiresAt]) => known.get(ip) !== expiresAt);
    // Entries whose time is over block nobody; they go with their rows.
    const strange = [...known].filter(([ip, end]) => !wanted.has(ip) && end > Date.now());
    const mended: string[] = [];
    for (const [ip] of [...wrong, ...strange]) if (await this.mend(ip)) mended.push(ip);
    return mended;
  }

  /** What was under way a moment ago may be right by now. */
  private async mend(ip: string): Promise<boolean> {
    const before = (await this.edge.readBlock(ip))?.expiresAt;
    await this.project(ip);
    return (await this.edge.readBlock(ip))?.expiresAt !== before;
  }
}
