import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Nats } from '@casement/common/messaging/nats.js';
import { BlocksProjection } from '../blocks/blocks-projection.js';
import { BlocksService, type Block } from '../blocks/blocks.service.js';
import { SecurityConfig } from '../config.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';
import { RecoveryRunner } from './recovery-runner.js';

/**
 * Maximum number of blocks lifted per check. The rest waits for the next check, because expired blocks no longer
 * block anyone.
 */
const BATCH = 1_000;
/** Longest poll interval. The first replica to poll after RECOVERY_INTERVAL_MS runs the check. */
const MAX_POLL_MS = 30_000;

/**
 * Runs on one replica every RECOVERY_INTERVAL_MS:
 *
 * - lifts expired blocks and removes their entries from the enforcement points, which already ignore them;
 * - compares the enforcement points with the rows and repairs missing, wrong and superfluous entries.
 *
 * Each repair is stored as a recovery and retried like any other.
 */
@Injectable()
export class AutomaticRecovery {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksService,
    private readonly projection: BlocksProjection,
    private readonly recoveries: RecoveriesRepository,
    private readonly runner: RecoveryRunner,
    private readonly nats: Nats,
    private readonly config: SecurityConfig,
    jobs: Jobs,
  ) {
    const pollMs = Math.min(config.RECOVERY_INTERVAL_MS, MAX_POLL_MS);
    jobs.every('recovery.check', pollMs, (stop) => this.check(stop));
  }

  /** Runs the check unless another replica has run it within the interval. */
  async check(stop?: AbortSignal): Promise<void> {
    if (!(await this.recoveries.claimCheck(this.config.RECOVERY_INTERVAL_MS))) return;
    await this.liftExpired(stop);
    await this.repairEnforcementPoints();
  }

  private async liftExpired(stop?: AbortSignal): Promise<void> {
    for (const block of await this.blocks.findExpired(BATCH)) {
      if (stop?.aborted) return;
      const recovery = await this.lift(block);
      if (recovery) await this.runner.runNow(recovery.id);
    }
  }

  private lift(block: Block): Promise<RecoveryEntity | undefined> {
    return this.db.transaction(async (tx) => {
      if (!(await this.blocks.liftExpired(tx, block))) return undefined;
      return this.recoveries.insert(tx, {
        ip: block.ip,
        recoveryType: 'expired-block',
        triggeredBy: null,
        reason: 'The block had expired.',
      });
    });
  }

  private async repairEnforcementPoints(): Promise<void> {
    if (!this.nats.connected) return;
    for (const ip of await this.projection.repair()) {
      const { id } = await this.recoveries.insert(this.db.manager, {
        ip,
        recoveryType: 'block-repair',
        triggeredBy: null,
        reason: 'Some services did not have the latest blocks.',
      });
      await this.runner.runNow(id);
    }
  }
}
