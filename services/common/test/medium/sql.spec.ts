import { DataSource } from 'typeorm';
import { z } from 'zod';
import { condition } from '@casement/common/data/database/condition.js';
import { cursorCondition, newestFirst, type Order } from '@casement/common/data/database/cursor.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, numberedPageOf } from '@casement/common/data/database/list-page.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';

const SIZE = 45;
const note = z.object({ id: z.uuid(), no: z.number(), status: z.enum(['open', 'closed']) });

let database: TestDatabase;
let source: DataSource;
let db: Database;

beforeAll(async () => {
  database = await testDatabase([]);
  source = await createDataSource({ url: database.url, applicationName: 'test' }).initialize();
  db = new Database(source);
  await db.query(`CREATE TABLE note (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), no integer NOT NULL, amount bigint NOT NULL,
    status text NOT NULL, created_at timestamptz NOT NULL)`);
  // Five rows share each timestamp, so that the order also needs the id.
  await db.query(
    `INSERT INTO note (no, amount, status, created_at)
     SELECT n, n * 1000000000::bigint, CASE WHEN n % 3 = 0 THEN 'closed' ELSE 'open' END,
            timestamptz '2026-11-01 10:00:00.123456Z' + n / 5 * interval '1 microsecond'
       FROM generate_series(1, $1::int) AS n`,
    [SIZE],
  );
});

afterAll(async () => {
  await source.destroy();
  await database.close();
});

describe('rows, row and execute', () => {
  it('return typed rows, also for changes', async () => {
    const shape = z.object({ no: z.number(), amount: bigintColumn });
    const found = 'SELECT no, amount FROM note WHERE no = ANY($1) ORDER BY no';
    expect(await rows(db.manager, shape, found, [[1, 2]])).toEqual([
      { no: 1, amount: 1e9 },
      { no: 2, amount: 2e9 },
    ]);
    const change = `UPDATE note SET amount = amount WHERE no = $1 RETURNING no, amount`;
    expect(await row(db.manager, shape, change, [3])).toEqual({ no: 3, amount: 3e9 });
    expect(await row(db.manager, shape, change, [0])).toBeNull();
  });

  it('return the number of changed rows', async () => {
    expect(await execute(db.manager, 'UPDATE note SET no = no WHERE no <= $1', [4])).toBe(4);
    expect(await execute(db.manager, 'DELETE FROM note WHERE no = 0')).toBe(0);
  });

  it('stay inside the given transaction', async () => {
    const failure = new Error('rolled back');
    const work = db.transaction(async (tx) => {
      expect(await execute(tx, `UPDATE note SET status = 'closed'`)).toBe(SIZE);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    const open = await rows(db.manager, note, `SELECT * FROM note WHERE status = 'open'`);
    expect(open).toHaveLength(30);
  });

  it('reject a row with another shape and name its columns', async () => {
    const wrong = z.object({ no: z.string() });
    await expect(rows(db.manager, wrong, 'SELECT no FROM note')).rejects.toThrow(
      'row does not match its schema (no: Invalid input: expected string, received number): SELECT no FROM note',
    );
  });
});

describe(listPage.name, () => {
  const list = (page: { page?: number; pageSize?: number; after?: string }, countCap?: number) =>
    listPage(db.manager, {
      select: 'id, no, status',
      from: 'note',
      shape: note,
      where: [condition`status = ${'open'}`, false, condition`no > ${0} OR no = ${-1}`],
      orderBy: newestFirst('created_at'),
      page: { page: 1, pageSize: 7, ...page },
      ...(countCap !== undefined && { countCap }),
    });
  const inOrder = () =>
    database.query<{ no: number }>(
      `SELECT no FROM note WHERE status = 'open' ORDER BY created_at DESC, id DESC`,
    );

  it('filters, orders and counts', async () => {
    const expected = (await inOrder()).map(({ no }) => no);
    const { rows: found, ...rest } = await list({ page: 2 });
    expect(found.map(({ no }) => no)).toEqual(expected.slice(7, 14));
    expect(rest).toEqual({ total: 30, capped: false });
  });

  it('counts up to the cap', async () => {
    expect(await list({}, 30)).toMatchObject({ total: 30, capped: false });
    expect(await list({}, 29)).toMatchObject({ total: 29, capped: true });
    expect(await list({ page: 9 }, 29)).toMatchObject({ rows: [], total: 29, capped: true });
  });

  it('returns rows beyond the cap by page number and detects the last page', async () => {
    const expected = (await inOrder()).map(({ no }) => no);
    const page = await list({ page: 3 }, 10);
    expect(page.rows.map(({ no }) => no)).toEqual(expected.slice(14, 21));
    expect(page).toMatchObject({ total: 21, capped: true });
    expect(await list({ page: 5 }, 10)).toMatchObject({ total: 30, capped: false });
    expect(await list({ page: 2, pageSize: 15 }, 10)).toMatchObject({ total: 30, capped: false });
  });

  it('returns an empty page beyond the end for every valid page number', async () => {
    for (const page of [6, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await list({ page, pageSize: 100 })).toEqual({ rows: [], total: 30, capped: false });
    }
  });

  it('returns every row once by cursor', async () => {
    const found: number[] = [];
    let after: string | undefined = '';
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list({ after });
      expect(page.total).toBe(30);
      found.push(...page.rows.map(({ no }) => no));
      after = page.next;
    }
    expect(found).toEqual((await inOrder()).map(({ no }) => no));
  });

  it('counts the total only if the page does not determine it', async () => {
    const total = jest.fn().mockResolvedValue(30);
    const page = (query: { page: number; pageSize: number; after?: string }) =>
      listPage(db.manager, {
        select: 'id, no, status',
        from: 'note',
        shape: note,
        where: [condition`status = ${'open'}`],
        orderBy: newestFirst('created_at'),
        page: query,
        total,
      });
    for (const logged of [
      { page: 1, pageSize: 30 },
      { page: 5, pageSize: 7 },
    ]) {
      expect(await page(logged)).toMatchObject({ total: 30, capped: false });
    }
    expect(await page({ page: 1, pageSize: 31, after: '' })).toMatchObject({ total: 30 });
    expect(total).not.toHaveBeenCalled();
    for (const asked of [
      { page: 1, pageSize: 29 },
      { page: 6, pageSize: 7 },
    ]) {
      expect(await page(asked)).toMatchObject({ total: 30, capped: false });
    }
    expect(total).toHaveBeenCalledTimes(2);
  });

  it('rejects an invalid cursor', async () => {
    const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = '01936d1c-0000-7000-8000-000000000000';
    for (const after of [
      'x',
      of([]),
      of(['1', 'y']),
      of(['1e99', id]),
      of(['', id]),
      of([1, id]),
    ]) {
      await expect(list({ after })).rejects.toThrow(DomainError);
    }
    const byName: Order = { columns: { name: 'text', id: 'uuid' }, descending: false };
    expect(() => cursorCondition(byName, of(['a\0', id]))).toThrow(DomainError);
    expect(cursorCondition(byName, of(['a', id]))).toBeDefined();
    await expect(list({ after: of([String(Number.MAX_SAFE_INTEGER), id]) })).resolves.toBeDefined();
    await expect(
      list({ after: of([String(-Number.MAX_SAFE_INTEGER), id]) }),
    ).resolves.toBeDefined();
  });
});

describe(numberedPageOf.name, () => {
  it('returns the range of a page, newest first', () => {
    expect(numberedPageOf({ page: 1, pageSize: 15 }, 20)).toEqual({ first: 6, last: 20 });
    expect(numberedPageOf({ page: 2, pageSize: 15 }, 20)).toEqual({ first: 1, last: 5 });
    expect(numberedPageOf({ page: 3, pageSize: 15 }, 20)).toBeNull();
    expect(numberedPageOf({ page: Number.MAX_SAFE_INTEGER, pageSize: 100 }, 20)).toBeNull();
  });

  it('continues by cursor from the last seen row, even if rows were added since', () => {
    const first = numberedPageOf({ page: 1, pageSize: 15, after: '' }, 20);
    expect(first).toEqual({ first: 6, last: 20, next: expect.any(String) });
    const after = first!.next!;
    expect(numberedPageOf({ page: 1, pageSize: 15, after }, 23)).toEqual({ first: 1, last: 5 });
    expect(numberedPageOf({ page: 1, pageSize: 15, after: '' }, 0)).toBeNull();
  });

  it.each([['nonsense'], [['x']], [['1', '2']], [['-1']], [[]], [['9'.repeat(16)]]])(
    'rejects an invalid cursor: %j',
    (cursor) => {
      const after = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      expect(() => numberedPageOf({ page: 1, pageSize: 15, after }, 20)).toThrow(
        'The list cannot be continued from this position',
      );
    },
  );
});
