import type { EntityManager } from 'typeorm';

/**
 * Locks the user until `tx` ends, so that checked facts about the user still hold when the change is written.
 * `shared` admits other shared holders; deletions take it `alone`.
 *
 * @example await lockUser(tx, userId, 'shared'); if (await this.closedUsers.has(tx, userId)) throw new
 * AccountClosed();
 */
export async function lockUser(
  tx: EntityManager,
  userId: string,
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${lock}(hashtextextended('user:' || $1, 0))`, [userId]);
}
