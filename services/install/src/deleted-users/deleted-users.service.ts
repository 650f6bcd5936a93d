import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { installErrors } from '../installs/installs.errors.js';
import { ClosedUsersRepository } from './closed-users.repository.js';

const log = logger('closed-users');

/** This service's part in the deletion of a user: nothing new begins, then everything of theirs goes. */
@Injectable()
export class ClosedUsersService {
  constructor(
    private readonly db: Database,
    private readonly closedUsers: ClosedUsersRepository,
  ) {}

  /**
   * Before anything new of a user is written, in the same transaction: a deletion waits until `tx` ends and
   * counts what it wrote, or has been here first.
   * @throws ACCOUNT_CLOSED
   */
  async admit(tx: EntityManager, userId: string): Promise<void> {
    await lockUser(tx, userId, 'shared');
    if (await this.closedUsers.isClosed(tx, userId)) throw installErrors.accountClosed();
  }

  /**
   * Idempotent by deletion.
   * @returns how many installs of the user have not ended; above 0 the deletion has to be undone
   * @throws CONFLICT where a newer deletion has begun
   */
  close(userId: string, deletionId: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      await lockUser(tx, userId, 'alone');
      if (!(await this.closedUsers.close(tx, userId, deletionId)))
        throw installErrors.deletionOutdated();
      return this.closedUsers.countUnfinished(tx, userId);
    });
  }

  /** Idempotent. @returns false when a newer deletion has closed the user since */
  reopen(userId: string, deletionId: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await lockUser(tx, userId, 'alone');
      return this.closedUsers.reopen(tx, userId, deletionId);
    });
  }

  /** The user is gone: erases every install and webhook of theirs. Harmless when repeated. */
  erase(userId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      await lockUser(tx, userId, 'alone');
      await this.closedUsers.closeForGood(tx, userId);
      // Auth asked first, so there is none; if one was revived since, its machine must not be left half written.
      if ((await this.closedUsers.countUnfinished(tx, userId)) > 0) {
        throw new Error(`deleted user ${userId} has an install under way`);
      }
      await this.closedUsers.eraseSentEvents(tx, userId);
      await this.closedUsers.eraseAll(tx, userId);
      log.info({ userId }, 'installs and webhooks of a deleted user erased');
    });
  }
}
