import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/data/database/sql.js';

const foundRow = z.object({ userId: z.string() });

/** Ids of deleted users, stored so that money which arrives later is recognized. */
@Injectable()
export class ClosedAccountsRepository {
  async insert(tx: EntityManager, userId: string): Promise<void> {
    const sql = 'INSERT INTO closed_account (user_id) VALUES ($1) ON CONFLICT DO NOTHING';
    await execute(tx, sql, [userId]);
  }

  /** The caller holds the lock of one of the user's top-ups; the deletion waits for it or has finished before. */
  async has(tx: EntityManager, userId: string): Promise<boolean> {
    const sql = 'SELECT user_id AS "userId" FROM closed_account WHERE user_id = $1';
    return (await row(tx, foundRow, sql, [userId])) !== null;
  }
}
