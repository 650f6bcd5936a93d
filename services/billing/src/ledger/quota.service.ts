import { Injectable } from '@nestjs/common';
import type { UpdateQuotaRequest } from '@casement/proto/http/billing.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UsersDirectory } from '../users/users-directory.js';
import { QuotaTooLarge } from './ledger.errors.js';
import { LedgerService } from './ledger.service.js';

export const LARGEST_QUOTA = 1_000_000_000;

/** An administrator's corrections (SPEC §6). */
@Injectable()
export class QuotaService {
  constructor(
    private readonly db: Database,
    private readonly ledger: LedgerService,
    private readonly audit: Audit,
    private readonly users: UsersDirectory,
  ) {}

  /**
   * Adds to a user's quota, or sets it. What `set` means is computed while the balance is locked, so an
   * install that starts at the same moment is not lost.
   *
   * @returns the new balance
   * @throws NOT_FOUND for an unknown user
   */
  async update(actor: Actor, userId: string, change: UpdateQuotaRequest): Promise<number> {
    await this.users.get(userId);
    return this.db.transaction(async (tx) => {
      const before = await this.ledger.lockQuota(tx, userId);
      const after = change.operation === 'set' ? change.amount : before + change.amount;
      if (after > LARGEST_QUOTA) throw new QuotaTooLarge();
      if (after !== before) {
        await this.ledger.post(tx, {
          userId,
          kind: 'adjustment',
          amount: after - before,
          source: `adjustment:${newId()}`,
          actorId: actor.userId,
          reason: change.operation,
        });
      }
      await this.audit.record(tx, {
        action: 'quota.adjusted',
        target: `user:${userId}`,
        before: { quota: before },
        after: { quota: after, operation: change.operation, amount: change.amount },
      });
      return after;
    });
  }
}
