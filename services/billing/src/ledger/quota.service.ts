import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UpdateQuotaRequest } from '@casement/proto/http/billing/quota.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { ledgerErrors } from './ledger.errors.js';
import { LedgerService } from './ledger.service.js';

const MAX_QUOTA = 1_000_000_000;

/** Quota corrections by administrators (SPEC §6). */
@Injectable()
export class QuotaService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /**
   * Adds to a user's quota, or sets it. The difference to a set value is computed while the balance is locked, so
   * that a concurrent charge is not lost.
   *
   * @returns the new balance
   * @throws NOT_FOUND for an unknown user
   */
  async update(
    unit: UnitOfWork,
    actor: Actor,
    userId: string,
    change: UpdateQuotaRequest,
  ): Promise<number> {
    await this.users.get(userId);
    return unit.transaction((tx) => this.apply(tx, actor, userId, change));
  }

  /** Returns the names of administrators who made adjustments, as far as auth knows them. */
  administrators(ids: readonly (string | null)[]): Promise<Map<string, string>> {
    return this.users.names(ids.flatMap((id) => id ?? []));
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
