import type { EntityManager } from 'typeorm';

/**
 * Until `tx` ends, blocks every other holder of the same user's lock: what was checked of the user still holds
 * when it is written. `shared` lets other sharers through; deletions take it `alone`.
 *
 * @example
 * await lockUser(tx, userId, 'shared');
 * if (await this.closedUsers.has(tx, userId)) throw new AccountClosed();
 */
export async function lockUser(
  tx: EntityManager,
  userId: string,
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${lock}(hashtextextended('user:' || $1, 0))`, [userId]);
}
