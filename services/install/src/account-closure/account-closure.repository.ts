import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, row } from '@casement/common/data/database/sql.js';

const closedRow = z.object({ closed: z.boolean() });
const countRow = z.object({ count: z.number() });

/** In these there is, or may still be, work on a customer's machine. */
const UNFINISHED = `('reserving', 'pending', 'preparing', 'running', 'manual_review')`;

@Injectable()
export class ClosedUsersRepository {
  async isClosed(tx: EntityManager, userId: string): Promise<boolean> {
    const closed = await row(tx, closedRow, 'SELECT closed FROM closed_user WHERE user_id = $1', [
      userId,
    ]);
    return closed?.closed ?? false;
  }

  /** @returns false when this deletion was undone before, or a newer one is known */
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

  /** @returns false when a newer deletion has closed the user since */
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

  async countUnfinished(tx: EntityManager, userId: string): Promise<number> {
    const unfinished = await row(
      tx,
      countRow,
      `SELECT count(*)::int AS count FROM install WHERE user_id = $1 AND status IN ${UNFINISHED}`,
      [userId],
    );
    return unfinished?.count ?? 0;
  }

  /** Permanently, for every deletion. */
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

  /**
   * Addresses, passwords, what was found on the machines, the record of the steps; desktops; batches; webhooks and what they
   * were sent.
   */
  async eraseAll(tx: EntityManager, userId: string): Promise<void> {
    await execute(tx, 'DELETE FROM vps_check WHERE user_id = $1', [userId]);
    await execute(tx, 'DELETE FROM install_batch WHERE user_id = $1', [userId]);
    await execute(tx, 'DELETE FROM desktop_session WHERE user_id = $1', [userId]);
    await execute(tx, 'DELETE FROM install WHERE user_id = $1', [userId]);
    await execute(tx, 'DELETE FROM webhook_endpoint WHERE user_id = $1', [userId]);
  }

  /** Events that have left: some name addresses. Those that are not yet published stay: billing needs them. */
  async eraseSentEvents(tx: EntityManager, userId: string): Promise<void> {
    await execute(
      tx,
      `DELETE FROM outbox WHERE published_at IS NOT NULL
         AND ordering_key IN (SELECT id::text FROM install WHERE user_id = $1)`,
      [userId],
    );
  }
}
