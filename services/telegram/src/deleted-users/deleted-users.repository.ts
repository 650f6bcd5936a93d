import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/data/database/sql.js';

const userIdRow = z.object({ userId: z.string() });

@Injectable()
export class DeletedUsersRepository {
  async isRecorded(tx: EntityManager, userId: string): Promise<boolean> {
    const deleted = await row(
      tx,
      userIdRow,
      'SELECT user_id AS "userId" FROM deleted_user WHERE user_id = $1',
      [userId],
    );
    return deleted !== null;
  }

  async record(tx: EntityManager, userId: string): Promise<void> {
    await execute(tx, 'INSERT INTO deleted_user (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      userId,
    ]);
  }

  /** Erases link, chats, settings and all notices. */
  async erase(tx: EntityManager, userId: string): Promise<void> {
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
  }
}
