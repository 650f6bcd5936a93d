import { Injectable } from '@nestjs/common';
import { Between, In, type EntityManager } from 'typeorm';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { Database } from '@casement/common/database/database.js';
import { numbersOf, type ListPage } from '@casement/common/database/list-page.js';
import { execute } from '@casement/common/database/sql.js';
import { Balance } from './balance.entity.js';
import { LedgerEntry } from './ledger-entry.entity.js';

@Injectable()
export class LedgerRepository {
  constructor(private readonly db: Database) {}

  /** The user's balance, locked until the transaction ends; made when there is none. */
  async lockBalance(tx: EntityManager, userId: string): Promise<Balance> {
    await execute(tx, 'INSERT INTO balance (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
    return tx.findOneOrFail(Balance, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  findBySource(tx: EntityManager, source: string): Promise<LedgerEntry | null> {
    return tx.findOneBy(LedgerEntry, { source });
  }

  async insert(tx: EntityManager, entry: Omit<LedgerEntry, 'createdAt'>): Promise<void> {
    await tx.insert(LedgerEntry, entry);
  }

  /** How many entries the user has: they are numbered without a gap. */
  async lastEntryNo(userId: string): Promise<number> {
    return (await this.db.manager.findOneBy(Balance, { userId }))?.entries ?? 0;
  }

  /** Newest first. Any page costs the same: it is a range of numbers, and the last number is the total. */
  async page(userId: string, query: PageQuery): Promise<ListPage<LedgerEntry>> {
    const total = await this.lastEntryNo(userId);
    const numbers = numbersOf(query, total);
    const rows = numbers ? await this.range(userId, numbers.first, numbers.last) : [];
    return { rows, total, capped: false, ...(numbers?.next && { next: numbers.next }) };
  }

  /** Entries by their numbers, newest first. */
  range(userId: string, first: number, last: number): Promise<LedgerEntry[]> {
    return this.db.manager.find(LedgerEntry, {
      where: { userId, entryNo: Between(first, last) },
      order: { entryNo: 'DESC' },
    });
  }

  /** Without a lock, for answers only. */
  findBalances(userIds: readonly string[]): Promise<Balance[]> {
    return this.db.manager.findBy(Balance, { userId: In([...userIds]) });
  }
}
