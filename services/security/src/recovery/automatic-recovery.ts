import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { Nats } from '@casement/common/messaging/nats.js';
import type { BlockedIpEntity } from '../blocks/blocked-ip.entity.js';
import { BlocksProjection } from '../blocks/blocks-projection.js';
import { BlocksRepository } from '../blocks/blocks.repository.js';
import { SecurityConfig } from '../config.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';
import { RecoveryRunner } from './recovery-runner.js';

/** Blocks that are cleaned up in one go; the rest waits for the next one. Nobody waits for it to get in again. */
const BATCH = 1_000;

/**
 * What the system puts right by itself, every five minutes, on one replica:
 * - blocks whose time is over are lifted, and their entries taken from the doors (which had let the address in already);
 * - the doors' entries are compared with the rows, and what is missing, wrong or too much is mended.
 * Each is a recovery of its own, with the same retries as any other.
 */
@Injectable()
export class AutomaticRecovery {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksRepository,
    private readonly projection: BlocksProjection,
    private readonly recoveries: RecoveriesRepository,
    private readonly runner: RecoveryRunner,
    private readonly nats: Nats,
    private readonly config: SecurityConfig,
  ) {}

  /** Nothing where another replica has looked within the interval. */
  async check(stop?: AbortSignal): Promise<void> {
    if (!(await this.recoveries.claimCheck(this.config.RECOVERY_INTERVAL_MS))) return;
    await this.liftOver(stop);
    await this.repairDoors();
  }

  private async liftOver(stop?: AbortSignal): Promise<void> {
    for (const block of await this.blocks.findOver(BATCH)) {
      if (stop?.aborted) return;
      const recovery = await this.lift(block);
      if (recovery) await this.runner.runNow(recovery.id);
    }
  }

  private lift({ ip, id }: BlockedIpEntity): Promise<RecoveryEntity | undefined> {
    return this.db.transaction(async (tx) => {
      await this.blocks.lock(tx, ip);
      // A new block may have taken its place meanwhile.
      const open = await this.blocks.findOpen(tx, ip);
      if (open?.id !== id) return undefined;
      await this.blocks.lift(tx, id, null, 'its time was over');
      return this.recoveries.insert(tx, {
        ip,
        recoveryType: 'expired-block',
        triggeredBy: null,
        reason: 'The time of its block was over.',
      });
    });
  }

  private async repairDoors(): Promise<void> {
    if (!this.nats.connected) return;
    for (const ip of await this.projection.repair()) {
      const { id } = await this.recoveries.insert(this.db.manager, {
        ip,
        recoveryType: 'block-repair',
        triggeredBy: null,
        reason: 'The doors did not know what had been decided.',
      });
      await this.runner.runNow(id);
    }
  }
}
