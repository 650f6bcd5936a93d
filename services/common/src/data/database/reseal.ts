import { z } from 'zod';
import type { SecretBox } from '../../core/crypto/secret-box.js';
import type { Database } from './database.js';
import { rows } from './sql.js';

const AT_A_TIME = 500;

/** Column whose texts are sealed by SecretBox. Names are trusted and become part of SQL. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Primary key of the table. */
  key: readonly string[];
  /** Context of a row's secret, from the values of `key`. */
  context: (...key: string[]) => string;
}

/**
 * Seals every secret of the columns with the first key of DATA_ENCRYPTION_KEY, so that the other keys can be removed.
 * Safe while the service is running: a secret that changes meanwhile is left to its writer and read again. Safe to
 * interrupt and repeat.
 *
 * @returns the number of secrets that were sealed again, by `table.column`
 * @throws Error if a secret cannot be opened, with its table and without its content
 */
export async function reseal(
  db: Database,
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const sealed of columns) {
    counts[`${sealed.table}.${sealed.column}`] = await resealColumn(db, box, sealed);
  }
  return counts;
}

async function resealColumn(db: Database, box: SecretBox, sealed: SealedColumn): Promise<number> {
  const { table, column, key, context } = sealed;
  const row = z.object({ key: z.array(z.string()), secret: z.string() });
  const isOld = `${column} IS NOT NULL AND NOT starts_with(${column}, $1)`;
  const prefix = `${box.currentKey}:`;
  const keyTexts = key.map((name) => `${name}::text`).join(', ');
  const matchesKey = key.map((name, n) => `${name}::text = $${n + 3}`).join(' AND ');
  let count = 0;
  for (;;) {
    const page = await rows(
      db.manager,
      row,
      `SELECT ARRAY[${keyTexts}] AS key, ${column} AS secret FROM ${table} WHERE ${isOld} LIMIT ${AT_A_TIME}`,
      [prefix],
    );
    if (page.length === 0) return count;
    for (const { key: values, secret } of page) {
      let fresh: string;
      try {
        const owner = context(...values);
        fresh = box.seal(box.open(secret, owner), owner);
      } catch (error) {
        throw new Error(`${table} ${values.join(' ')}: ${(error as Error).message}`, {
          cause: error,
        });
      }
      await db.manager.query(
        `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${matchesKey}`,
        [fresh, secret, ...values],
      );
      count += 1;
    }
  }
}
