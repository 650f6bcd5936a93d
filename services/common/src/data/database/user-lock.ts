import type { EntityManager } from 'typeorm';

/**
 * Locks the user until `tx` ends, so that facts checked about the user still hold when the change is written. Changes
 * take the lock `shared` and do not block each other; a deletion takes it `alone`.
 *
 * @example
 *   await lockUser(tx, userId, 'shared');
 *   if (await this.isClosed(tx, userId)) throw userErrors.notFound();
 */
export async function lockUser(
  tx: EntityManager,
  userId: string,
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${lock}(hashtextextended('user:' || $1, 0))`, [userId]);
}
