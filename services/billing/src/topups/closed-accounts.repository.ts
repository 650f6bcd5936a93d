import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/data/database/sql.js';

const foundRow = z.object({ userId: z.string() });

/** Users who were deleted. Nothing but their opaque id is left, so that money which still comes is recognised. */
@Injectable()
export class ClosedAccounts {
  async close(tx: EntityManager, userId: string): Promise<void> {
    const sql = 'INSERT INTO closed_account (user_id) VALUES ($1) ON CONFLICT DO NOTHING';
    await execute(tx, sql, [userId]);
  }

  /** Asked while a row of the user is locked: deleting them waits for that lock, or has been before. */
  async has(tx: EntityManager, userId: string): Promise<boolean> {
    const sql = 'SELECT user_id AS "userId" FROM closed_account WHERE user_id = $1';
    return (await row(tx, foundRow, sql, [userId])) !== null;
  }
}
