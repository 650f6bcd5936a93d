import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { Nats } from '@casement/common/messaging/nats.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { BlocksProjection } from '../blocks/blocks-projection.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { OffendersService } from '../blocks/offenders.service.js';
import type { RecoveryEntity } from './recovery.entity.js';

/** Minutes for which no rule blocks an address after a full recovery. */
const GRACE_MINUTES = 10;

type Step = (tx: EntityManager, recovery: RecoveryEntity) => Promise<string>;

/** Steps of each recovery type. All are idempotent. */
@Injectable()
export class RecoverySteps {
  private readonly unblock: Step = async (tx, { ip, triggeredBy, reason }) => {
    const lift = { liftedBy: triggeredBy, reason: reason || 'recovery' };
    const lifted = await this.blocks.lift(tx, ip, lift);
    return lifted ? 'The block was lifted.' : 'It was not blocked.';
  };

  private readonly resetAttempts: Step = async (tx, { ip }) => {
    await this.offenders.pardon(tx, ip, { forgetOffences: true });
    return 'The attempt counters and earlier offences were reset.';
  };

  private readonly clearAlerts: Step = async (tx, { ip }) => {
    const cleared = await this.alerts.clearOf(tx, ip);
    return cleared === 1 ? '1 alert was cleared.' : `${cleared} alerts were cleared.`;
  };

  private readonly grace: Step = async (tx, { ip }) => {
    await this.offenders.pardon(tx, ip, { graceMinutes: GRACE_MINUTES, forgetOffences: true });
    return `No rule blocks it for ${GRACE_MINUTES} minutes.`;
  };

  private readonly ofType: Record<RecoveryRecord['recoveryType'], readonly Step[]> = {
    unblock: [this.unblock],
    'reset-attempts': [this.resetAttempts],
    'clear-alerts': [this.clearAlerts],
    'full-recovery': [this.unblock, this.resetAttempts, this.clearAlerts, this.grace],
    // No steps: the rows are already right, and carryOut projects them.
    'expired-block': [],
    'block-repair': [],
  };

  constructor(
    private readonly blocks: BlocksService,
    private readonly projection: BlocksProjection,
    private readonly offenders: OffendersService,
    private readonly alerts: AlertsService,
    private readonly nats: Nats,
  ) {}

  /** @returns the results of the steps, as sentences */
  async run(tx: EntityManager, recovery: RecoveryEntity): Promise<string> {
    const results: string[] = [];
    for (const step of this.ofType[recovery.recoveryType]) results.push(await step(tx, recovery));
    return results.join(' ');
  }

  /**
   * Projects the block of the address to the enforcement points.
   *
   * @throws Error while NATS is unavailable
   */
  async carryOut({ ip }: RecoveryEntity): Promise<void> {
    if (!this.nats.connected) throw new Error('The messaging system is not reachable.');
    await this.projection.project(ip);
  }
}
