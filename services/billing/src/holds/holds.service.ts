import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { InstallStatusChanged } from '@casement/proto/gen/casement/install/v1/install_events.js';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { HoldEntries, priceOf } from './hold-entries.js';
import { HoldsRepository, type DueHold } from './holds.repository.js';
import type { HoldState, InstallHoldEntity } from './install-hold.entity.js';

const log = logger('holds');

/** Time until the sweeper polls install about an unfinished hold. */
const HOLD_FIRST_CHECK_MS = 24 * 3_600_000;

/** Time until the sweeper checks whether an administrator's edit that charged the quota was stored. */
const CHARGE_FIRST_CHECK_MS = 10 * 60_000;

export type ChargeAnswer = 'charged' | 'insufficient' | 'stale';
export type HoldAnswer = 'held' | 'insufficient' | 'refused';

/** Response to a repeated hold request, by state of the hold. */
const answers: Record<HoldState, HoldAnswer> = {
  held: 'held',
  captured: 'held',
  insufficient: 'insufficient',
  released: 'refused',
  refunded: 'refused',
  refused: 'refused',
};

/** Each install costs 1 quota unless it is free. It is held first, then captured, released or refunded. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly db: Database,
    private readonly repository: HoldsRepository,
    private readonly entries: HoldEntries,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * Takes 1 quota for an install, none if it is free. Idempotent: a repeated call returns the earlier result.
   */
  hold(
    installId: string,
    userId: string,
    free = false,
  ): Promise<{ result: HoldAnswer; quota: number; free: boolean }> {
    return this.db.transaction(async (tx) => {
      const isNew = await this.repository.insertIfNew(tx, installId, userId, 'held', free);
      const hold = await this.repository.lockOwn(tx, installId, userId);
      const quota = await this.ledger.lockQuota(tx, userId);
      if (!isNew) return { result: answers[hold.state], quota, free: hold.free };

      if (quota < priceOf(hold)) {
        await this.repository.update(tx, installId, { state: 'insufficient' });
        return { result: 'insufficient' as const, quota, free };
      }
      const taken = await this.entries.take(tx, hold, HOLD_FIRST_CHECK_MS);
      return { result: 'held' as const, quota: taken.quota, free };
    });
  }

  /**
   * Gives a hold back. For an install without a hold, stores a tombstone, so that a hold request still in flight is
   * refused. Captured quota is given back only when the install fails.
   */
  release(installId: string, userId: string, reason: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      await this.repository.insertIfNew(tx, installId, userId, 'refused');
      const hold = await this.repository.lockOwn(tx, installId, userId);
      if (hold.state === 'held') await this.entries.release(tx, hold, reason);
      if (hold.state === 'insufficient') {
        await this.repository.update(tx, installId, { state: 'refused' });
      }
      return this.ledger.lockQuota(tx, userId);
    });
  }

  /**
   * Charges a failed install that an administrator resumes. If the failure event has not arrived yet, its quota is
   * given back first, so that each charge is a new hold. If the edit is not stored, the sweeper gives the quota back.
   *
   * @param version of the install after the edit; events of earlier versions are then ignored
   * @returns `stale` if a status of this or a later version was already settled
   */
  chargeAgain(
    installId: string,
    userId: string,
    version: number,
  ): Promise<{ result: ChargeAnswer; quota: number }> {
    return this.db.transaction(async (tx) => {
      await this.repository.insertIfNew(tx, installId, userId, 'refused');
      const hold = await this.repository.lockOwn(tx, installId, userId);
      const quota = await this.ledger.lockQuota(tx, userId);
      const isTaken = hold.state === 'held' || hold.state === 'captured';
      const isFailureSettled = version - 1 <= hold.version;
      // Already charged by the same request or by another administrator's request.
      if (isTaken && isFailureSettled) return { result: 'charged', quota };
      if (!isTaken && version <= hold.version) return { result: 'stale', quota };
      if (!isTaken && quota < priceOf(hold)) return { result: 'insufficient', quota };

      // Settles the failure that this edit reverts, so that its event cannot give back the new charge.
      if (!isFailureSettled) {
        await this.repository.update(tx, installId, { version: version - 1 });
        await this.entries.refundFailed(tx, hold);
      }
      const taken = await this.entries.retake(tx, hold, CHARGE_FIRST_CHECK_MS);
      return { result: 'charged', quota: taken.quota };
    });
  }

  /** Applies an install's status unless a newer status was already applied. */
  async applyStatus(tx: EntityManager, change: InstallStatusChanged): Promise<void> {
    await this.repository.insertIfNew(tx, change.installId, change.userId, 'refused');
    const hold = await this.repository.lockOwn(tx, change.installId, change.userId);
    if (change.version <= hold.version) return;
    await this.repository.update(tx, change.installId, { version: change.version });
    await this.settle(tx, hold, change.status);
  }

  /**
   * Applies the status that install reports for an old hold; `null` means an unknown install. Ignores a hold that was
   * charged again after the poll began, because the reported status may predate that.
   */
  async settleOpen(due: DueHold, status: string | null): Promise<void> {
    await this.db.transaction(async (tx) => {
      const hold = await this.repository.lockOwn(tx, due.installId, due.userId);
      if (hold.state !== 'held' || hold.round !== due.round) return;
      if (status === null) await this.entries.release(tx, hold, 'install_unknown');
      else await this.settle(tx, hold, status);
    });
  }

  private async settle(tx: EntityManager, hold: InstallHoldEntity, status: string): Promise<void> {
    if (status === 'completed') {
      if (hold.state === 'held') await this.entries.capture(tx, hold);
      else if (hold.state !== 'captured') await this.chargeCompleted(tx, hold);
    }
    if (status === 'failed') {
      await this.entries.refundFailed(tx, hold);
      // The install completed while no quota was available and then failed, so nothing needs to be charged any more.
      if (hold.uncharged) {
        await this.repository.update(tx, hold.installId, { uncharged: false });
      }
    }
  }

  /**
   * Charges an install that completed after its quota was given back, e.g. because it was slower than the sweeper.
   */
  private async chargeCompleted(tx: EntityManager, hold: InstallHoldEntity): Promise<void> {
    if ((await this.ledger.lockQuota(tx, hold.userId)) < priceOf(hold)) {
      await this.repository.update(tx, hold.installId, { uncharged: true });
      log.error({ installId: hold.installId }, 'install completed without quota to charge');
      return;
    }
    const taken = await this.entries.retake(tx, hold, HOLD_FIRST_CHECK_MS);
    await this.entries.capture(tx, taken.hold);
  }
}
