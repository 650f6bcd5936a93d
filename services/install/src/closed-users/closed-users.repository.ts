import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whatever may still become, or already is, work on a customer's machine. */
const UNFINISHED = `('reserving', 'pending', 'preparing', 'running', 'manual_review')`;

@Injectable()
export class ClosedUsersRepository {
  async isClosed(tx: EntityManager, userId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM closed_user WHERE user_id = $1 AND closed',
      [userId],
    );
    return rows.length === 1;
  }

  /** @returns false when this attempt was undone before, or a newer one is known */
  async close(tx: EntityManager, userId: string, deletionId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO closed_user AS c (user_id, deletion_id, closed) VALUES ($1, $2, true)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = true, changed_at = now()
         WHERE c.deletion_id < excluded.deletion_id
            OR (c.deletion_id = excluded.deletion_id AND c.closed)
       RETURNING user_id`,
      [userId, deletionId],
    );
    return rows.length === 1;
  }

  /** @returns false when a newer attempt has closed the user since */
  async reopen(tx: EntityManager, userId: string, deletionId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO closed_user AS c (user_id, deletion_id, closed) VALUES ($1, $2, false)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = false, changed_at = now()
         WHERE c.deletion_id <= excluded.deletion_id
       RETURNING user_id`,
      [userId, deletionId],
    );
    return rows.length === 1;
  }

  async countUnfinished(tx: EntityManager, userId: string): Promise<number> {
    const [{ count }] = await tx.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM install WHERE user_id = $1 AND status IN ${UNFINISHED}`,
      [userId],
    );
    return count;
  }

  /** For good, whatever attempt it was. */
  async closeForGood(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(
      `INSERT INTO closed_user (user_id, deletion_id, closed)
       VALUES ($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', true)
       ON CONFLICT (user_id) DO UPDATE
         SET deletion_id = excluded.deletion_id, closed = true, changed_at = now()`,
      [userId],
    );
  }

  /** Addresses, passwords, what was found on the machines, and the record of the steps. */
  async eraseInstalls(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('DELETE FROM vps_check WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM install WHERE user_id = $1', [userId]);
  }

  /** Events that have left: some name addresses. Those that still wait are billing's and stay. */
  async eraseSentEvents(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(
      `DELETE FROM outbox WHERE published_at IS NOT NULL
         AND ordering_key IN (SELECT id::text FROM install WHERE user_id = $1)`,
      [userId],
    );
  }
}
