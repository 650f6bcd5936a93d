import type { Database } from '../database/database.js';
import { execute } from '../database/sql.js';

export interface Deletion {
  table: string;
  /** SQL condition of the rows to delete, e.g. `expires_at < now()`. */
  where: string;
  parameters?: readonly unknown[];
  /** Columns of the primary key; `id` by default. */
  key?: string;
  /** Rows per statement; 1,000 by default. */
  batch?: number;
}

/**
 * Deletes any number of rows in batches of one statement each, so that none comes near the statement timeout. Locked
 * rows are left to the next run, so replicas do not wait for each other.
 *
 * @returns number of deleted rows
 * @example await deleteInBatches(db, { table: 'captcha', where: 'expires_at < now()' }, stop);
 */
export async function deleteInBatches(
  db: Pick<Database, 'manager'>,
  { table, where, parameters = [], key = 'id', batch = 1_000 }: Deletion,
  stop: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!stop.aborted) {
    const count = await execute(
      db.manager,
      `WITH chosen AS (
         SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
       DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM chosen)`,
      parameters,
    );
    deleted += count;
    if (count < batch) break;
  }
  return deleted;
}

/**
 * Runs several deletions one after the other. If one fails, the others still run.
 *
 * @throws AggregateError with all failures, after the last deletion
 */
export async function deleteEach(
  db: Pick<Database, 'manager'>,
  deletions: readonly Deletion[],
  stop: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const deletion of deletions) {
    try {
      await deleteInBatches(db, deletion, stop);
    } catch (error) {
      failures.push(new Error(`could not delete from ${deletion.table}`, { cause: error }));
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} deletions failed`);
  }
}
