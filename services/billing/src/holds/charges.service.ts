import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
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
   * Takes 1 quota for an install again, unless it is held or spent already.
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
      if (!isTaken && version <= hold.version) return { result: 'stale', quota };
      if (!isTaken && quota < 1) return { result: 'insufficient', quota };

      // The failure that this edit undoes may still be on its way here: it must not give back what was just taken.
      if (version - 1 > hold.version) {
        await this.repository.update(tx, installId, { version: version - 1 });
      }
      if (isTaken) return { result: 'charged', quota };
      const taken = await this.entries.takeAgain(tx, hold, CHARGE_FIRST_CHECK_MS);
      return { result: 'charged', quota: taken.quota };
    });
  }
}
