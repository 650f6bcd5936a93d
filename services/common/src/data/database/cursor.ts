import { z } from 'zod';
import { NO_NUL } from '@casement/proto/http/envelope.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { condition, raw, type Condition } from './condition.js';

/** Columns that a list is ordered by, with their types. The last column is unique. */
export interface Order {
  columns: Readonly<Record<string, 'instant' | 'uuid' | 'number' | 'text'>>;
  descending: boolean;
  /**
   * Columns sorted in the opposite direction. They make deep cursor pages slower, because a row comparison cannot be
   * used.
   */
  oppositeColumns?: readonly string[];
}

/** Orders by time and then by id. */
export const newestFirst = (column: string): Order => ({
  columns: { [column]: 'instant', id: 'uuid' },
  descending: true,
});

/** Orders by id. UUIDv7 ids sort by creation time. */
export const newestIdFirst: Order = { columns: { id: 'uuid' }, descending: true };

export function orderSql(order: Order): string {
  return `ORDER BY ${Object.keys(order.columns)
    .map((column) => `${column} ${descends(order, column) ? 'DESC' : 'ASC'}`)
    .join(', ')}`;
}

const descends = ({ descending, oppositeColumns = [] }: Order, column: string): boolean =>
  oppositeColumns.includes(column) ? !descending : descending;

export const reverseOrder = (order: Order): Order => ({ ...order, descending: !order.descending });

/**
 * An instant is compared in microseconds, PostgreSQL's precision, so that a position equals its own row. Exact up to
 * the year 2255.
 */
const kinds = {
  instant: {
    value: z.string().regex(/^-?\d{1,16}$/),
    select: (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint::text`,
    sql: (value: string) =>
      condition`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
  },
  uuid: {
    value: z.guid(),
    select: (column: string) => `${column}::text`,
    sql: (value: string) => condition`${value}::uuid`,
  },
  text: {
    value: z.string().regex(NO_NUL),
    select: (column: string) => `${column}::text`,
    sql: (value: string) => condition`${value}::text`,
  },
  number: {
    value: z.string().regex(/^-?\d{1,18}$/),
    select: (column: string) => `${column}::text`,
    sql: (value: string) => condition`${value}::bigint`,
  },
};

/** Returns the SQL expression for a row's position in the order: an array of texts. */
export const positionSql = ({ columns }: Order): string =>
  `ARRAY[${Object.entries(columns)
    .map(([column, kind]) => kinds[kind].select(column))
    .join(', ')}]`;

/**
 * Returns the condition for the rows after a cursor; undefined for an empty cursor (the beginning of the list).
 *
 * @throws DomainError for an invalid cursor
 */
export function cursorCondition(order: Order, cursor: string): Condition | undefined {
  if (cursor === '') return undefined;
  const position = read(cursor);
  const columns = Object.entries(order.columns);
  if (position?.length !== columns.length) throw unknownCursor();
  const values = columns.map(([, kind], n) => {
    const value = position.at(n)!;
    if (!kinds[kind].value.safeParse(value).success) throw unknownCursor();
    return kinds[kind].sql(value);
  });
  if (order.oppositeColumns) {
    const names = columns.map(([column]) => column);
    return afterEach(order, names, values);
  }
  const right = values.reduce((all, one) => condition`${all}, ${one}`);
  const left = raw(columns.map(([column]) => column).join(', '));
  return condition`(${left}) ${raw(order.descending ? '<' : '>')} (${right})`;
}

/** Builds the condition column by column: beyond the first value, or equal to it and beyond the remaining ones. */
function afterEach(
  order: Order,
  [name = '', ...names]: readonly string[],
  [value, ...values]: readonly Condition[],
): Condition {
  const further = condition`${raw(name)} ${raw(descends(order, name) ? '<' : '>')} ${value}`;
  if (names.length === 0) return further;
  return condition`${further} OR (${raw(name)} = ${value} AND (${afterEach(order, names, values)}))`;
}

/**
 * Parses the cursor of a numbered list: the number of the last row seen, or undefined for an empty cursor.
 *
 * @throws DomainError for an invalid cursor
 */
export function numberOf(cursor: string): number | undefined {
  if (cursor === '') return undefined;
  const [number, ...rest] = read(cursor) ?? [];
  if (rest.length > 0 || !/^\d{1,15}$/.test(number ?? '')) throw unknownCursor();
  return Number(number);
}

export const cursorAfter = (position: readonly string[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

function read(cursor: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return z.array(z.string().max(100)).safeParse(value).data;
  } catch {
    return undefined;
  }
}

const unknownCursor = () =>
  new DomainError(
    'invalid',
    'VALIDATION_FAILED',
    'The list cannot be continued from this position',
    {
      details: [{ path: 'after', message: 'The list cannot be continued from this position' }],
    },
  );
