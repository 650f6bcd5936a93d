import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { HoldEntries } from './hold-entries.js';
import { HoldsRepository } from './holds.repository.js';

/** Time until the sweeper finds an edit that took the quota and then did not happen. */
export const CHARGE_FIRST_CHECK_MS = 10 * 60_000;

export type ChargeAnswer = 'charged' | 'insufficient' | 'stale';

/** Charges a failed install that an administrator resumes: its quota was given back and is needed again. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly db: Database,
    private readonly repository: HoldsRepository,
    private readonly entries: HoldEntries,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * Takes 1 quota for an install again. Quota of a failure whose event has not arrived yet is given back first, so that
   * each charge is a new hold; if the edit does not happen, the sweeper gives it back.
   *
   * @param version of the install after the edit; earlier statuses no longer settle anything
   * @returns stale: a status of this or a later version was settled before
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
      // Charged before, by the same request or another administrator's.
      if (isTaken && isFailureSettled) return { result: 'charged', quota };
      if (!isTaken && version <= hold.version) return { result: 'stale', quota };
      if (!isTaken && quota < 1) return { result: 'insufficient', quota };

      // Settles the failure that this edit undoes, so that its event can't give back the new charge.
      if (!isFailureSettled) {
        await this.repository.update(tx, installId, { version: version - 1 });
        await this.entries.giveBackFailed(tx, hold);
      }
      const taken = await this.entries.takeAgain(tx, hold, CHARGE_FIRST_CHECK_MS);
      return { result: 'charged', quota: taken.quota };
    });
  }
}
