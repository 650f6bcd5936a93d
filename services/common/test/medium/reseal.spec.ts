import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { reseal, type SealedColumn } from '@casement/common/data/database/reseal.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [k1, k2] = [key('k1'), key('k2')];
const old = new SecretBox(k1);
const both = new SecretBox(`${k2},${k1}`);
const fresh = new SecretBox(k2);
const context = (batch: string, no: string) => `row:${batch}:${no}`;
const column: SealedColumn = {
  table: 'row_secret',
  column: 'secret',
  key: ['batch', 'no'],
  context,
};

describe('reseal', () => {
  let database: TestDatabase;
  let source: DataSource;
  let db: Database;

  beforeAll(async () => {
    database = await testDatabase([]);
    source = await createDataSource({ url: database.url, applicationName: 'test' }).initialize();
    db = new Database(source);
    await db.query(
      'CREATE TABLE row_secret (batch text, no integer, secret text, PRIMARY KEY (batch, no))',
    );
  });
  beforeEach(() => db.query('TRUNCATE row_secret'));
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  const store = (no: number, secret: string | null) =>
    db.query(`INSERT INTO row_secret VALUES ('b', $1, $2)`, [no, secret]);
  const stored = async () =>
    (await db.query<{ no: number; secret: string | null }>(
      'SELECT no, secret FROM row_secret ORDER BY no',
    )) as { no: number; secret: string | null }[];

  it('seals every old secret with the first key, more than one page', async () => {
    for (let no = 1; no <= 1_001; no += 1)
      await store(no, old.seal(`s${no}`, context('b', `${no}`)));
    await store(2_000, null);
    await store(2_001, fresh.seal('new', context('b', '2001')));
    expect(await reseal(db, both, [column])).toEqual({ 'row_secret.secret': 1_001 });
    for (const { no, secret } of await stored()) {
      if (secret === null) expect(no).toBe(2_000);
      else expect(fresh.open(secret, context('b', `${no}`))).toBe(no === 2_001 ? 'new' : `s${no}`);
    }
    expect(await reseal(db, both, [column])).toEqual({ 'row_secret.secret': 0 });
  });

  it('keeps a secret that its service changes meanwhile', async () => {
    await store(1, old.seal('before', context('b', '1')));
    const { manager } = db;
    const query = manager.query.bind(manager);
    let changed = false;
    jest.spyOn(manager, 'query').mockImplementation(async (sql: string, values?: unknown) => {
      if (!changed && sql.startsWith('UPDATE')) {
        changed = true;
        const now = old.seal('after', context('b', '1'));
        await query('UPDATE row_secret SET secret = $1', [now]);
      }
      return query(sql, values as never);
    });
    await reseal(db, both, [column]);
    jest.restoreAllMocks();
    const [{ secret }] = await stored();
    expect(fresh.open(secret!, context('b', '1'))).toBe('after');
  });

  it('fails with the row and without its secret if a key is missing', async () => {
    await store(7, new SecretBox(key('k0')).seal('hidden', context('b', '7')));
    const failure = reseal(db, both, [column]);
    await expect(failure).rejects.toThrow(/^row_secret b 7: .*not configured/);
    await expect(failure).rejects.not.toThrow(/hidden/);
  });
});
