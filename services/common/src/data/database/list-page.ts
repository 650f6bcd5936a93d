import { In, type ObjectLiteral, type ObjectType } from 'typeorm';
import { z } from 'zod';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { whereOf, type Condition } from './condition.js';
import {
  cursorAfter,
  cursorCondition,
  numberOf,
  orderSql,
  positionSql,
  type Order,
} from './cursor.js';
import { idRow, row, rows, type Executor, type RowShape } from './sql.js';

const totalRow = z.object({ total: z.number() });

export interface ListFilter {
  /** Combined with AND; false and undefined are omitted. */
  where?: readonly (Condition | false | undefined)[];
  orderBy: Order;
  page: PageQuery;
  /** Maximum number of matches that are counted, because counting all matches of a large table would be slow. */
  countCap?: number;
  /** Replaces counting if the total is stored elsewhere. */
  total?: () => Promise<number>;
}

export interface ListSource<S extends RowShape> extends ListFilter {
  /**
   * Columns with aliases as in `shape`, e.g. `id, created_at AS "createdAt"`. Does not have to include the columns of
   * `orderBy`.
   */
  select: string;
  from: string;
  shape: S;
}

export interface ListPage<Row> {
  rows: Row[];
  /**
   * Number of matches. If `capped`: the cap or, on a page beyond the cap, the number of rows up to the end of that
   * page.
   */
  total: number;
  /** Set if there are more matches than `total` because counting stopped at the cap. */
  capped: boolean;
  /** Cursor of the next page. Only for a query by cursor, and absent on the last page. */
  next?: string;
}

const DEFAULT_COUNT_CAP = 1_000;

/**
 * Returns one page of a list with filters as parametrized conditions, an order and a total up to a cap. A page beyond
 * the end is empty; a page beyond the cap still has its rows. Deep pages use cursors: with `after` in the query
 * (empty at first), each page costs the same.
 *
 * @example listPage(this.db.manager, {
 *   select: 'id, status, created_at AS "createdAt"', from: 'topup', shape: topupRow,
 *   where: [status !== 'all' && condition`status = ${status}`],
 *   orderBy: newestFirst('created_at'), page: query, countCap: 1_000,
 * });
 */
export async function listPage<S extends RowShape>(
  executor: Executor,
  list: ListSource<S>,
): Promise<ListPage<z.output<S>>> {
  const byPosition = list.page.after !== undefined;
  const { more, ...onPage } = await (byPosition
    ? byCursor(executor, list)
    : byNumber(executor, list));
  return { ...onPage, ...(await totalOf(executor, list, onPage.rows.length, more)) };
}

/** Returns the SQL OFFSET of a page. Stays below 2^63 for every valid page number. */
export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.pageSize;

/** Counts only if the page does not already determine the total. Most lists of a customer fit on one page. */
async function totalOf<S extends RowShape>(
  executor: Executor,
  list: ListSource<S>,
  onPage: number,
  more: boolean,
): Promise<Pick<ListPage<unknown>, 'total' | 'capped'>> {
  const { page, total } = list;
  const before = page.after === undefined ? offsetOf(page) : page.after === '' ? 0 : null;
  if (before !== null && !more && (onPage > 0 || before === 0)) {
    return { total: before + onPage, capped: false };
  }
  if (total) return { total: await total(), capped: false };
  const cap = list.countCap ?? DEFAULT_COUNT_CAP;
  const found = await count(executor, list, cap);
  if (found <= cap) return { total: found, capped: false };
  const seen = before !== null && onPage > 0 ? before + onPage : 0;
  return { total: Math.max(cap, seen), capped: true };
}

/** Reads one additional row to determine whether another page follows. */
async function byNumber<S extends RowShape>(executor: Executor, list: ListSource<S>) {
  const { select, from, orderBy, page, shape } = list;
  const parameters: unknown[] = [];
  const where = whereOf(list.where ?? [], parameters);
  const limit = `LIMIT $${parameters.push(page.pageSize + 1)} OFFSET $${parameters.push(offsetOf(page))}`;
  const sql = `SELECT ${select} FROM ${from} ${where} ${orderSql(orderBy)} ${limit}`;
  const found = await rows(executor, shape, sql, parameters);
  return { rows: found.slice(0, page.pageSize), more: found.length > page.pageSize };
}

async function byCursor<S extends RowShape>(executor: Executor, list: ListSource<S>) {
  const { select, from, orderBy, page, shape } = list;
  const parameters: unknown[] = [];
  const after = cursorCondition(orderBy, page.after ?? '');
  const where = whereOf([...(list.where ?? []), after], parameters);
  const limit = `LIMIT $${parameters.push(page.pageSize + 1)}`;
  const sql = `SELECT ${select}, ${positionSql(orderBy)} AS "listPosition" FROM ${from} ${where} ${orderSql(orderBy)} ${limit}`;
  const found = await rows(executor, positioned, sql, parameters);
  const last = found.length > page.pageSize ? found[page.pageSize - 1] : undefined;
  return {
    rows: found.slice(0, page.pageSize).map((record) => shape.parse(record)),
    more: last !== undefined,
    ...(last && { next: cursorAfter(last.listPosition) }),
  };
}

async function count<S extends RowShape>(
  executor: Executor,
  list: ListSource<S>,
  cap: number,
): Promise<number> {
  const parameters: unknown[] = [];
  const where = whereOf(list.where ?? [], parameters);
  const matches = `SELECT 1 FROM ${list.from} ${where} LIMIT $${parameters.push(cap + 1)}`;
  const sql = `SELECT count(*)::int AS total FROM (${matches}) AS matches`;
  return (await row(executor, totalRow, sql, parameters))?.total ?? 0;
}

const positioned = z.looseObject({ listPosition: z.array(z.string()) });

/** Like `listPage`, for entities. Reads the page's ids first, from the index only, and then loads just those rows. */
export async function listEntities<E extends ObjectLiteral & { id: string }>(
  executor: Executor,
  entity: ObjectType<E>,
  list: ListFilter,
): Promise<ListPage<E>> {
  const { tableName } = executor.dataSource.getMetadata(entity);
  const page = await listPage(executor, { ...list, select: 'id', from: tableName, shape: idRow });
  return {
    ...page,
    rows: await findInOrder(
      executor,
      entity,
      page.rows.map(({ id }) => id),
    ),
  };
}

/**
 * Returns the range of a page in a list whose rows are numbered 1, 2, 3… without gaps, newest first. Every page costs
 * the same. With a cursor, added rows do not shift pages. `null` beyond the end.
 */
export function numberedPageOf(page: PageQuery, total: number): NumberedPage | null {
  const { after, pageSize } = page;
  const last = after === undefined ? total - offsetOf(page) : numberBefore(after, total);
  if (last < 1) return null;
  const first = Math.max(last - pageSize + 1, 1);
  const more = after !== undefined && first > 1;
  return { first, last, ...(more && { next: cursorAfter([String(first)]) }) };
}

interface NumberedPage {
  first: number;
  last: number;
  /** See ListPage. */
  next?: string;
}

const numberBefore = (cursor: string, total: number): number =>
  Math.min((numberOf(cursor) ?? total + 1) - 1, total);

/** Returns the entities in the order of the ids. Missing entities are omitted. */
export async function findInOrder<E extends ObjectLiteral & { id: string }>(
  executor: Executor,
  entity: ObjectType<E>,
  ids: readonly string[],
): Promise<E[]> {
  if (ids.length === 0) return [];
  const entities = await executor.findBy(entity, { id: In(ids) } as never);
  const byId = new Map(entities.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
