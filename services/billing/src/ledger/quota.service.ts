import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UpdateQuotaRequest } from '@casement/proto/http/billing.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { sha256Hex } from '@casement/common/crypto/tokens.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/users/user-directory.js';
import { idempotencyKeyReused } from '../idempotency/idempotency-key.js';
import { ledgerErrors } from './ledger.errors.js';
import { LedgerService } from './ledger.service.js';
import { QuotaRequestsRepository } from './quota-requests.repository.js';

const MAX_QUOTA = 1_000_000_000;

/** An administrator's corrections (SPEC §6). */
@Injectable()
export class QuotaService {
  constructor(
    private readonly db: Database,
    private readonly ledger: LedgerService,
    private readonly requests: QuotaRequestsRepository,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /**
   * Adds to a user's quota, or sets it. What `set` means is computed while the balance is locked, so an
   * install that starts at the same moment is not lost.
   *
   * @param idempotencyKey the browser's name of this request; sent again it changes nothing more
   * @returns the new balance; for a repeated request the one that it had led to
   * @throws NOT_FOUND for an unknown user, IDEMPOTENCY_KEY_REUSED for a key that stands for another change
   */
  async update(
    actor: Actor,
    userId: string,
    change: UpdateQuotaRequest,
    idempotencyKey?: string,
  ): Promise<number> {
    await this.users.get(userId);
    return this.db.transaction(async (tx) => {
      if (idempotencyKey === undefined) return this.apply(tx, actor, userId, change);
      // Without the reason: a repeated try that words it anew is still the same change.
      const requestHash = sha256Hex(JSON.stringify([userId, change.operation, change.amount]));
      const request = { actorId: actor.userId, idempotencyKey, requestHash };
      const earlier = await this.requests.begin(tx, request);
      if (earlier) {
        if (earlier.requestHash === requestHash) return earlier.newQuota;
        throw idempotencyKeyReused('reload the page and enter the change again');
      }
      const newQuota = await this.apply(tx, actor, userId, change);
      await this.requests.finish(tx, request, newQuota);
      return newQuota;
    });
  }

  private async apply(
    tx: EntityManager,
    actor: Actor,
    userId: string,
    { reason, ...change }: UpdateQuotaRequest,
  ): Promise<number> {
    const before = await this.ledger.lockQuota(tx, userId);
    const after = change.operation === 'set' ? change.amount : before + change.amount;
    if (after > MAX_QUOTA) throw ledgerErrors.quotaTooLarge();
    if (after !== before) {
      await this.ledger.post(tx, {
        userId,
        kind: 'adjustment',
        amount: after - before,
        source: `adjustment:${newId()}`,
        actorId: actor.userId,
        reason: change.operation,
        ...(reason && { note: reason }),
      });
    }
    await this.audit.record(tx, {
      action: 'quota.adjusted',
      target: `user:${userId}`,
      before: { quota: before },
      after: {
        quota: after,
        operation: change.operation,
        amount: change.amount,
        ...(reason && { reason }),
      },
    });
    return after;
  }
}
