import type { z } from 'zod';
import { snakeCase } from '../database/snake-naming.strategy.js';
import { rows, type Executor, type RowShape } from '../database/sql.js';

export interface DueRows {
  /** Column with the time at which a row is due; `NULL` if it is not. */
  due: string;
  /** Time until an unfinished row is retried. */
  claimMs: number;
  limit: number;
  /** Column of the primary key; `id` by default. */
  key?: string;
  /** SQL condition of rows with pending work; its parameters are $3 and so on. */
  open?: string;
  parameters?: readonly unknown[];
  /** Further assignments, e.g. `attempts = attempts + 1`. */
  set?: string;
}

/**
 * Claims due rows, longest due first, by postponing them (ADR 57). A claimant that is slower than `claimMs` is not
 * stopped, so its outcome must be safe to repeat. Longer work uses `LeaseTable`.
 */
export function claimDue<S extends RowShape>(
  executor: Executor,
  shape: S,
  table: string,
  { due, claimMs, limit, key = 'id', open = 'true', parameters = [], set }: DueRows,
): Promise<z.output<S>[]> {
  const columns = Object.keys(shape.shape).map((name) => `t.${snakeCase(name)} AS "${name}"`);
  return rows(
    executor,
    shape,
    // PostgreSQL may run the subquery of IN (SELECT … LIMIT) once per row, which would claim more than the limit.
    `WITH due AS (
       SELECT ${key} FROM ${table} WHERE ${open} AND ${due} <= now()
        ORDER BY ${due} LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE ${table} AS t SET ${due} = now() + make_interval(secs => $2)${set ? `, ${set}` : ''}
       FROM due WHERE t.${key} = due.${key} RETURNING ${columns.join(', ')}`,
    [limit, claimMs / 1_000, ...parameters],
  );
}
