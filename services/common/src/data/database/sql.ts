import type { Pool } from 'pg';
import { QueryFailedError, type EntityManager, type QueryRunner } from 'typeorm';
import { z } from 'zod';

/** `tx` inside a transaction, `db.manager` outside. */
export type Executor = EntityManager;

/** Zod schema of a row; its keys are the column names or aliases of the statement. */
export type RowShape = z.ZodObject;

/** Parses bigint and sum(), which pg returns as text. Rejects values that a number cannot represent exactly. */
export const bigintColumn = z
  .union([z.string(), z.number()])
  .transform(Number)
  .refine(Number.isSafeInteger, 'bigint outside the safe range');

export const idRow = z.object({ id: z.string() });

/**
 * Returns the rows of a SELECT, or of an INSERT, UPDATE or DELETE with RETURNING. Rows are validated here, so a
 * renamed or newly nullable column fails with an error that names it. Parsing a row of ten columns takes about 1 µs,
 * creating a shape 60 µs, so declare shapes as module constants.
 *
 * @example
 *   const due = z.object({ id: z.string(), checks: z.number() });
 *   await rows(tx, due, 'SELECT id, checks FROM topup WHERE next_check_at <= now() LIMIT $1', [limit]);
 */
export async function rows<S extends RowShape>(
  executor: Executor,
  shape: S,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<S>[]> {
  const { records } = await run(executor, sql, parameters);
  return records.map((record) => parsed(shape, record, sql));
}

export async function row<S extends RowShape>(
  executor: Executor,
  shape: S,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<S> | null> {
  const { records } = await run(executor, sql, parameters);
  return records.length === 0 ? null : parsed(shape, records[0], sql);
}

/** Returns the first row of a statement that always has one, e.g. `SELECT count(*)`. */
export async function one<S extends RowShape>(
  executor: Executor,
  shape: S,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<z.output<S>> {
  const first = await row(executor, shape, sql, parameters);
  if (!first) throw new Error(`statement returned no row: ${sql}`);
  return first;
}

/** @returns number of inserted, changed or deleted rows */
export async function execute(
  executor: Executor,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<number> {
  return (await run(executor, sql, parameters)).affected ?? 0;
}

interface Result {
  records: unknown[];
  affected?: number;
}

async function run(
  executor: Executor,
  sql: string,
  parameters: readonly unknown[],
): Promise<Result> {
  if (executor.queryRunner) return structured(executor.queryRunner, sql, parameters);
  // Outside a transaction, a separate query runner only adds cost; the driver's pool does the same.
  const { master: pool } = executor.dataSource.driver as unknown as { master: Pool };
  try {
    const { rows: records, rowCount } = await pool.query(sql, [...parameters]);
    return { records: records as unknown[], affected: rowCount ?? 0 };
  } catch (error) {
    throw new QueryFailedError(sql, [...parameters], error as Error);
  }
}

const structured = (runner: QueryRunner, sql: string, parameters: readonly unknown[]) =>
  runner.query(sql, [...parameters], true) as Promise<Result>;

function parsed<S extends RowShape>(shape: S, record: unknown, sql: string): z.output<S> {
  const result = shape.safeParse(record);
  if (result.success) return result.data;
  const columns = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  // Safe to log: the message contains column names and the statement with placeholders, but no values.
  throw new Error(`row does not match its schema (${columns.join('; ')}): ${sql}`);
}
