import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { LedgerService } from '../../src/ledger/ledger.service.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('ledger', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
  });
  afterAll(() => sut.close());

  const setup = async (quota = 3) => {
    const userId = sut.user();
    await sut.paid(userId, quota);
    return userId;
  };

  describe('database constraints', () => {
    it.each([
      ['changing an entry', `UPDATE ledger_entry SET amount = 99`],
      ['deleting an entry', `DELETE FROM ledger_entry`],
      ['truncating the ledger', `TRUNCATE ledger_entry`],
      ['changing a balance without an entry', `UPDATE balance SET quota = 99`],
      ['deleting a balance', `DELETE FROM balance`],
      [
        'creating a balance without an entry',
        `INSERT INTO balance (user_id, quota) VALUES (gen_random_uuid(), 5)`,
      ],
      [
        'reverting a payment',
        `UPDATE topup SET status = 'FAILED', paid_at = NULL WHERE status = 'PAID'`,
      ],
    ])('refuse %s', async (_, statement) => {
      const userId = await setup();
      await expect(sql.query(statement)).rejects.toThrow();
      expect(await sut.quota(userId)).toBe(3);
    });

    const insert = (userId: string, change: Record<string, unknown>) => {
      const row = {
        id: newId(),
        user_id: userId,
        entry_no: 2,
        kind: 'adjustment',
        amount: 1,
        balance_after: 4,
        source: newId(),
        ...change,
      };
      const names = Object.keys(row);
      return sql.query(
        `INSERT INTO ledger_entry (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
        Object.values(row),
      );
    };

    it.each([
      ['a negative balance', { amount: -4, balance_after: -1 }],
      ['a wrong balance_after', { balance_after: 5 }],
      ['a gap in the entries', { entry_no: 3 }],
      ['an adjustment of 0', { amount: 0, balance_after: 3 }],
      ['a hold of 2', { kind: 'hold', amount: -2, balance_after: 1, install_id: newId() }],
      ['a hold without its install', { kind: 'hold', amount: -1, balance_after: 2 }],
      ['a credit without its top-up', { kind: 'credit' }],
      [
        'a capture with an amount',
        { kind: 'capture', amount: -1, balance_after: 2, install_id: newId() },
      ],
      ['an unknown kind', { kind: 'gift' }],
    ])('reject %s', async (_, change) => {
      const userId = await setup();
      await expect(insert(userId, change)).rejects.toThrow();
      expect(await sut.quota(userId)).toBe(3);
    });

    it('reject a duplicate source', async () => {
      const userId = await setup();
      const [{ source }] = await sql.query<{ source: string }>(
        'SELECT source FROM ledger_entry WHERE user_id = $1',
        [userId],
      );
      await expect(insert(userId, { source })).rejects.toThrow(/unique/);
    });

    it('accept a valid entry and update the balance', async () => {
      const userId = await setup();
      await insert(userId, {});
      expect(await sut.quota(userId)).toBe(4);
    });
  });

  describe(LedgerService, () => {
    const post = (entry: Parameters<LedgerService['post']>[1]) =>
      sut.app.get(Database).transaction((tx) => sut.app.get(LedgerService).post(tx, entry));

    it('posts a source once, however often and concurrently it is posted', async () => {
      const userId = await setup();
      const entry = { userId, kind: 'adjustment' as const, amount: 5, source: `test:${newId()}` };
      const results = await Promise.all(Array.from({ length: 20 }, () => post(entry)));
      expect(results.filter((result) => result.posted)).toHaveLength(1);
      expect(await sut.quota(userId)).toBe(8);
    });

    it('rejects a source that belongs to another user', async () => {
      const [first, second] = [await setup(), await setup()];
      const entry = {
        userId: first,
        kind: 'adjustment' as const,
        amount: 5,
        source: `test:${newId()}`,
      };
      await post(entry);
      await expect(post({ ...entry, userId: second })).rejects.toThrow('another entry');
    });

    it('never lets the balance go below zero', async () => {
      const userId = await setup(1);
      const entry = { userId, kind: 'adjustment' as const, amount: -2, source: `test:${newId()}` };
      await expect(post(entry)).rejects.toMatchObject({ code: 'INSUFFICIENT_QUOTA' });
      expect(await sut.quota(userId)).toBe(1);
    });
  });

  describe('GetBalances', () => {
    it('answers in request order, with 0 for a user without entries', async () => {
      const [userId, stranger] = [await setup(2), newId()];
      expect(await sut.rpc.GetBalances({ userIds: [stranger, userId] })).toEqual({
        balances: [
          { userId: stranger, quota: 0 },
          { userId, quota: 2 },
        ],
      });
    });

    it('rejects more than 200 IDs', async () => {
      const userIds = Array.from({ length: 201 }, () => newId());
      await expect(sut.rpc.GetBalances({ userIds })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    });
  });

  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });
});
