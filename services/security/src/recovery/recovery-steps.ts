import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { Nats } from '@casement/common/messaging/nats.js';
import { AlertsRepository } from '../alerts/alerts.repository.js';
import { BlocksProjection } from '../blocks/blocks-projection.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { OffendersRepository } from '../blocks/offenders.repository.js';
import type { RecoveryEntity } from './recovery.entity.js';

/** How long no rule blocks the address after a full recovery. */
const GRACE_MINUTES = 10;

type Step = (tx: EntityManager, recovery: RecoveryEntity) => Promise<string>;

/** What each type of recovery does. Each is idempotent. */
@Injectable()
export class RecoverySteps {
  private readonly unblock: Step = async (tx, { ip, triggeredBy, reason }) => {
    const lift = { liftedBy: triggeredBy, reason: reason || 'recovery' };
    const lifted = await this.blocks.lift(tx, ip, lift);
    return lifted ? 'The block was lifted.' : 'It was not blocked.';
  };

  private readonly resetAttempts: Step = async (tx, { ip }) => {
    await this.offenders.pardon(tx, ip, { forgetOffences: true });
    return 'Its attempts and earlier offences were reset.';
  };

  private readonly clearAlerts: Step = async (tx, { ip }) => {
    const cleared = await this.alerts.clear(tx, { ip });
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
    // Their rows are right; only the enforcement points have to learn of them.
    'expired-block': [],
    'block-repair': [],
  };

  constructor(
    private readonly blocks: BlocksService,
    private readonly projection: BlocksProjection,
    private readonly offenders: OffendersRepository,
    private readonly alerts: AlertsRepository,
    private readonly nats: Nats,
  ) {}

  /** @returns what was done, in one sentence */
  async run(tx: EntityManager, recovery: RecoveryEntity): Promise<string> {
    const results: string[] = [];
    for (const step of this.ofType[recovery.recoveryType]) results.push(await step(tx, recovery));
    return results.join(' ');
  }

  /**
   * Brings it to every enforcement point.
   * @throws Error while the messaging is away
   */
  async carryOut({ ip }: RecoveryEntity): Promise<void> {
    if (!this.nats.connected) throw new Error('The messaging is not reachable.');
    await this.projection.project(ip);
  }
}
