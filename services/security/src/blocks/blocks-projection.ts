import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { EdgeWriter } from '@casement/common/edge/edge-writer.js';
import { BlockedIpEntity } from './blocked-ip.entity.js';

/** What every service watches is a projection of the rows here. */
@Injectable()
export class BlocksProjection implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly edge: EdgeWriter,
  ) {}

  /** Not awaited: a start must not hang while NATS is away. */
  onApplicationBootstrap(): void {
    this.edge.keepRebuilt(() => this.rebuild());
  }

  /** Writes the bucket anew from the rows, in case NATS has lost its files. */
  async rebuild(): Promise<void> {
    await this.edge.rebuildBlocks(await this.findInForce());
    // A row written after the first look: the rebuild may have swept its entry away.
    for (const block of await this.findInForce()) await this.edge.block(block);
  }

  private findInForce(): Promise<BlockedIpEntity[]> {
    return this.db.manager
      .createQueryBuilder(BlockedIpEntity, 'block')
      .where('block.liftedAt IS NULL AND (block.expiresAt IS NULL OR block.expiresAt > now())')
      .getMany();
  }
}
