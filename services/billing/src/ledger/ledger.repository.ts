import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { Balance } from './balance.entity.js';
import { LedgerEntry } from './ledger-entry.entity.js';

@Injectable()
export class LedgerRepository {
  constructor(private readonly db: Database) {}

  /** The user's balance, locked until the transaction ends; made when there is none. */
  async lockBalance(tx: EntityManager, userId: string): Promise<Balance> {
    await tx.query('INSERT INTO balance (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
    return tx.findOneOrFail(Balance, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  findBySource(tx: EntityManager, source: string): Promise<LedgerEntry | null> {
    return tx.findOneBy(LedgerEntry, { source });
  }

  async insert(tx: EntityManager, entry: Omit<LedgerEntry, 'createdAt'>): Promise<void> {
    await tx.insert(LedgerEntry, entry);
  }

  /** Without a lock, for answers only. */
  findBalances(userIds: readonly string[]): Promise<Balance[]> {
    return this.db.manager.findBy(Balance, { userId: In([...userIds]) });
  }
}
