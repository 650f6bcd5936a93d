import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import { logger } from '@casement/common/core/logging/logger.js';

const userIdRow = z.object({ userId: z.string() });

const log = logger('deleted-users');

/** This service's part in the deletion of a user. */
@Injectable()
export class DeletedUsersService {
  constructor(private readonly db: Database) {}

  /**
   * Checked in the same transaction before anything of a user is written: events of different kinds overtake each
   * other, and a late one must not restore erased data. Until `tx` ends, the user is not erased.
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

  /** Link, chats, settings, and every notice, sent or not. Harmless when repeated. */
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
      for (const table of ['telegram_link', 'link_code', 'notice_setting', 'notice_read']) {
        await execute(tx, `DELETE FROM ${table} WHERE user_id = $1`, [userId]);
      }
      log.info({ userId }, 'a deleted user was erased');
    });
  }
}
