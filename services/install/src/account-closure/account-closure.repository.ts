import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/data/database/sql.js';

const closedRow = z.object({ closed: z.boolean() });

@Injectable()
export class AccountClosureRepository {
  async isClosed(tx: EntityManager, userId: string): Promise<boolean> {
    const closed = await row(tx, closedRow, 'SELECT closed FROM closed_user WHERE user_id = $1', [
      userId,
    ]);
    return closed?.closed ?? false;
  }

  /** @returns false if this deletion was undone or a newer one exists */
  async close(tx: EntityManager, userId: string, deletionId: string): Promise<boolean> {
    const changed = await execute(
      tx,
      `INSERT INTO closed_user AS c (user_id, deletion_id, closed) VALUES ($1, $2, true)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = true, changed_at = now()
         WHERE c.deletion_id < excluded.deletion_id
            OR (c.deletion_id = excluded.deletion_id AND c.closed)`,
      [userId, deletionId],
    );
    return changed === 1;
  }

  /** @returns false if a newer deletion has closed the account */
  async reopen(tx: EntityManager, userId: string, deletionId: string): Promise<boolean> {
    const changed = await execute(
      tx,
      `INSERT INTO closed_user AS c (user_id, deletion_id, closed) VALUES ($1, $2, false)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = false, changed_at = now()
         WHERE c.deletion_id <= excluded.deletion_id`,
      [userId, deletionId],
    );
    return changed === 1;
  }

  /** Permanent: no later `reopen` applies. */
  async closeForGood(tx: EntityManager, userId: string): Promise<void> {
    await execute(
      tx,
      `INSERT INTO closed_user (user_id, deletion_id, closed)
       VALUES ($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', true)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = true, changed_at = now()`,
      [userId],
    );
  }
}
