import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Nats } from '@casement/common/messaging/nats.js';
import type { BlockedIpEntity } from '../blocks/blocked-ip.entity.js';
import { BlocksProjection } from '../blocks/blocks-projection.js';
import { BlocksRepository } from '../blocks/blocks.repository.js';
import { SecurityConfig } from '../config.js';
import { OffendersRepository } from '../blocks/offenders.repository.js';
import { RecoveriesRepository } from './recoveries.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';
import { RecoveryRunner } from './recovery-runner.js';

/** Blocks lifted by one check; the rest waits for the next one. Expiry itself does not wait for it. */
const BATCH = 1_000;
/** Looked at more often than it is due: the first replica after the interval makes the check. */
const MAX_POLL_MS = 30_000;

/**
 * What the system mends every five minutes, on one replica:
 * - expired blocks are lifted, and their entries removed from the enforcement points (which let the address in already);
 * - the entries of the enforcement points are compared with the rows; missing, wrong and superfluous ones are mended.
 * Each is a recovery of its own, with the same retries as any other.
 */
@Injectable()
export class AutomaticRecovery {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksRepository,
    private readonly offenders: OffendersRepository,
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

  /** Does nothing where another replica has checked within the interval. */
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

  private lift({ ip, id }: BlockedIpEntity): Promise<RecoveryEntity | undefined> {
    return this.db.transaction(async (tx) => {
      await this.offenders.lock(tx, [ip]);
      // A new block may have replaced it meanwhile.
      const open = await this.blocks.findOpen(tx, ip);
      if (open?.id !== id) return undefined;
      await this.blocks.lift(tx, id, null, 'its time was over');
      return this.recoveries.insert(tx, {
        ip,
        recoveryType: 'expired-block',
        triggeredBy: null,
        reason: 'Its block had expired.',
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
        reason: 'The enforcement points did not have the decisions.',
      });
      await this.runner.runNow(id);
    }
  }
}
