import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { AccountClosureRepository } from './account-closure.repository.js';

const accountClosureErrors = {
  accountClosed: () =>
    new DomainError(
      'conflict',
      'ACCOUNT_CLOSED',
      'This account is being deleted, so no new installation can begin. Nothing was started and no quota was used.',
    ),

  /** A CloseUser request that arrives after it was undone or after a newer deletion started. */
  deletionOutdated: () =>
    new DomainError('conflict', 'CONFLICT', 'This attempt to delete the account was given up.'),
};

/** Sorts after every deletion id. */
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Accounts being deleted, which must not start new work. Every method serialises per user until `tx` ends. */
@Injectable()
export class AccountClosureService {
  constructor(private readonly closures: AccountClosureRepository) {}

  /**
   * Call before inserting rows for a user. A concurrent deletion waits until `tx` ends and then counts those rows.
   * @throws ACCOUNT_CLOSED
   */
  async admit(tx: EntityManager, userId: string): Promise<void> {
    await lockUser(tx, userId, 'shared');
    if (await this.closures.isClosed(tx, userId)) throw accountClosureErrors.accountClosed();
  }

  /** Idempotent per deletion. @throws CONFLICT if a newer deletion has started */
  async close(tx: EntityManager, userId: string, deletionId: string): Promise<void> {
    await lockUser(tx, userId, 'alone');
    if (!(await this.closures.set(tx, userId, deletionId, true)))
      throw accountClosureErrors.deletionOutdated();
  }

  /** Idempotent. @returns false if a newer deletion has closed the account */
  async reopen(tx: EntityManager, userId: string, deletionId: string): Promise<boolean> {
    await lockUser(tx, userId, 'alone');
    return this.closures.set(tx, userId, deletionId, false);
  }

  /** Permanent: no later `reopen` applies. */
  closePermanently(tx: EntityManager, userId: string): Promise<void> {
    return this.close(tx, userId, MAX_UUID);
  }
}
