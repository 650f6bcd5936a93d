import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { logger } from '@casement/common/core/logging/logger.js';

const userIdRow = z.object({ userId: z.string() });

const log = logger('deleted-users');

@Injectable()
export class DeletedUsersService {
  constructor(private readonly db: Database) {}

  /**
   * Returns whether the user is deleted. Must be called in the transaction that writes user data: events of different
   * kinds can overtake each other, and a late event must not restore erased data. Also keeps the user from being
   * erased until `tx` ends.
   */
  async isDeleted(tx: EntityManager, userId: string): Promise<boolean> {
    await lockUser(tx, userId, 'shared');
    const deleted = await row(
      tx,
      userIdRow,
      'SELECT user_id AS "userId" FROM deleted_user WHERE user_id = $1',
      [userId],
    );
    return deleted !== null;
  }

  /** Erases link, chats, settings and all notices. Idempotent. */
  async erase(userId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await lockUser(tx, userId, 'alone');
      await execute(tx, 'INSERT INTO deleted_user (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        userId,
      ]);
      const linked = 'SELECT telegram_user_id FROM telegram_link WHERE user_id = $1';
      await execute(
        tx,
        `DELETE FROM notice WHERE user_id = $1 OR (user_id IS NULL AND chat_id = (${linked}))`,
        [userId],
      );
      for (const table of ['telegram_chat', 'chat_language']) {
        await execute(tx, `DELETE FROM ${table} WHERE chat_id = (${linked})`, [userId]);
      }
      for (const table of [
        'telegram_link',
        'link_code',
        'access_revocation',
        'notice_setting',
        'notice_read',
      ]) {
        await execute(tx, `DELETE FROM ${table} WHERE user_id = $1`, [userId]);
      }
      log.info({ userId }, 'erased the data of a deleted user');
    });
  }
}
