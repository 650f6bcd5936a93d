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

  /** @returns false if a newer deletion exists, or if `closed` is true and this deletion was undone */
  async set(
    tx: EntityManager,
    userId: string,
    deletionId: string,
    closed: boolean,
  ): Promise<boolean> {
    const changed = await execute(
      tx,
      `INSERT INTO closed_user AS c (user_id, deletion_id, closed) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = excluded.closed, changed_at = now()
         WHERE c.deletion_id < excluded.deletion_id
            OR (c.deletion_id = excluded.deletion_id AND (c.closed OR NOT excluded.closed))`,
      [userId, deletionId, closed],
    );
    return changed === 1;
  }
}
