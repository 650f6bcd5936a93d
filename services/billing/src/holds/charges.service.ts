import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { HoldEntries } from './hold-entries.js';
import { HoldsRepository } from './holds.repository.js';

/** An edit that took the quota and then did not happen is found by the sweeper after this. */
export const CHARGE_FIRST_CHECK_MS = 10 * 60_000;

export type ChargeAnswer = 'charged' | 'insufficient' | 'stale';

/** An administrator takes a failed install up again: its quota went back and must be there a second time. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly db: Database,
    private readonly repository: HoldsRepository,
    private readonly entries: HoldEntries,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * Takes 1 quota for an install again. Held or spent quota of a failure that is still on its way here goes back
   * first, so that any charge is a new hold: of an edit that then does not happen, the sweeper gives it back.
   *
   * @param version the one that the edit will give to the install; statuses before it settle nothing any more
   * @returns stale: a status of this version or a later one was settled before
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
      // Charged already, by the same request or by another administrator's.
      if (isTaken && isFailureSettled) return { result: 'charged', quota };
      if (!isTaken && version <= hold.version) return { result: 'stale', quota };
      if (!isTaken && quota < 1) return { result: 'insufficient', quota };

      // The failure that this edit undoes is settled now: its event must not give back what is taken here.
      if (!isFailureSettled) {
        await this.repository.update(tx, installId, { version: version - 1 });
        await this.entries.giveBackFailed(tx, hold);
      }
      const taken = await this.entries.takeAgain(tx, hold, CHARGE_FIRST_CHECK_MS);
      return { result: 'charged', quota: taken.quota };
    });
  }
}
