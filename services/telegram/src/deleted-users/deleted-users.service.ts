import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { DeletedUsersRepository } from './deleted-users.repository.js';

const log = logger('deleted-users');

@Injectable()
export class DeletedUsersService {
  constructor(
    private readonly db: Database,
    private readonly repository: DeletedUsersRepository,
  ) {}

  /**
   * Returns whether the user is deleted. Must be called in the transaction that writes user data: events of different
   * kinds can overtake each other, and a late event must not restore erased data. Also keeps the user from being
   * erased until `tx` ends.
   */
  async isDeleted(tx: EntityManager, userId: string): Promise<boolean> {
    await lockUser(tx, userId, 'shared');
    return this.repository.isRecorded(tx, userId);
  }

  /** Erases link, chats, settings and all notices. Idempotent. */
  async erase(userId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await lockUser(tx, userId, 'alone');
      await this.repository.record(tx, userId);
      await this.repository.erase(tx, userId);
      log.info({ userId }, 'erased the data of a deleted user');
    });
  }
}
