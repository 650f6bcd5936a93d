import { Injectable } from '@nestjs/common';
import { Between, In, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { Database } from '@casement/common/data/database/database.js';
import { condition } from '@casement/common/data/database/condition.js';
import {
  listEntities,
  numberedPageOf,
  type ListPage,
} from '@casement/common/data/database/list-page.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import { BalanceEntity } from './balance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';
import type { QuotaChange } from './unused-quota.js';

const changeRow = z.object({
  cause: z.string(),
  topupId: z.string().nullable(),
  amount: z.number(),
});

const subjectRow = z.object({
  id: z.string(),
  topupReference: z.string().nullable(),
  captured: z.boolean(),
});

@Injectable()
export class LedgerRepository {
  constructor(private readonly db: Database) {}

  /** Locks the user's balance until the transaction ends, creating it if needed. */
  async lockBalance(tx: EntityManager, userId: string): Promise<BalanceEntity> {
    await execute(tx, 'INSERT INTO balance (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
    return tx.findOneOrFail(BalanceEntity, {
      where: { userId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  findBySource(tx: EntityManager, source: string): Promise<LedgerEntryEntity | null> {
    return tx.findOneBy(LedgerEntryEntity, { source });
  }

  /** Returns the changes of the user's balance, oldest first. */
  balanceChanges(tx: EntityManager, userId: string): Promise<QuotaChange[]> {
    return rows(
      tx,
      changeRow,
      `SELECT coalesce(install_id::text, regexp_replace(source, ':returned$', '')) AS cause,
              topup_id AS "topupId", amount
         FROM ledger_entry WHERE user_id = $1 AND amount <> 0 ORDER BY entry_no`,
      [userId],
    );
  }

  /** Oldest first. */
  findBySources(sources: readonly string[]): Promise<LedgerEntryEntity[]> {
    return this.db.manager.find(LedgerEntryEntity, {
      where: { source: In([...sources]) },
      order: { createdAt: 'ASC', entryNo: 'ASC' },
    });
  }

  async insert(tx: EntityManager, entry: Omit<LedgerEntryEntity, 'createdAt'>): Promise<void> {
    await tx.insert(LedgerEntryEntity, entry);
  }

  /** Returns the number of the user's last entry, which is also the number of entries. */
  async lastEntryNo(userId: string): Promise<number> {
    return (await this.db.manager.findOneBy(BalanceEntity, { userId }))?.entries ?? 0;
  }

  /** Newest first. Pages cost the same because each is a range of entry numbers, and the last number is the total. */
  async page(userId: string, query: PageQuery): Promise<ListPage<LedgerEntryEntity>> {
    const total = await this.lastEntryNo(userId);
    const numbers = numberedPageOf(query, total);
    const rows = numbers ? await this.range(userId, numbers.first, numbers.last) : [];
    return { rows, total, capped: false, ...(numbers?.next && { next: numbers.next }) };
  }

  /** Returns the entries that change the balance, newest first. */
  changes(userId: string, query: PageQuery): Promise<ListPage<LedgerEntryEntity>> {
    return listEntities(this.db.manager, LedgerEntryEntity, {
      where: [condition`user_id = ${userId}`, condition`amount <> 0`],
      orderBy: { columns: { entry_no: 'number' }, descending: true },
      page: query,
    });
  }

  /** Returns the reference of each entry's top-up, and whether the entry is a hold that was captured. */
  async subjectsOf(ids: readonly string[]): Promise<Map<string, z.output<typeof subjectRow>>> {
    const found = await rows(
      this.db.manager,
      subjectRow,
      `SELECT e.id, coalesce(t.reference, t.merchant_ref) AS "topupReference",
         e.kind = 'hold' AND EXISTS (SELECT FROM ledger_entry c
           WHERE c.source = regexp_replace(e.source, ':hold$', ':capture')) AS captured
       FROM ledger_entry e LEFT JOIN topup t ON t.id = e.topup_id WHERE e.id = ANY($1)`,
      [ids],
    );
    return new Map(found.map((row) => [row.id, row]));
  }

  /** Returns the entries of a range of numbers (both inclusive), newest first. */
  range(userId: string, first: number, last: number): Promise<LedgerEntryEntity[]> {
    return this.db.manager.find(LedgerEntryEntity, {
      where: { userId, entryNo: Between(first, last) },
      order: { entryNo: 'DESC' },
    });
  }

  /** Returns balances for display, without a lock. */
  findBalances(userIds: readonly string[]): Promise<BalanceEntity[]> {
    return this.db.manager.findBy(BalanceEntity, { userId: In([...userIds]) });
  }
}
