import { Injectable } from '@nestjs/common';
import { Between, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import type { AdminReceiptsQuery, ReceiptKind } from '@casement/proto/http/billing/receipts.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { idRow, one, row } from '@casement/common/data/database/sql.js';
import { ReceiptBuyerEntity } from './receipt-buyer.entity.js';
import { ReceiptSettingsEntity } from './receipt-settings.entity.js';
import { ReceiptEntity } from './receipt.entity.js';

const serialRow = z.object({ issued: z.number() });

/** Receipts per read of an archive. */
const BATCH = 200;

@Injectable()
export class ReceiptsRepository {
  constructor(private readonly db: Database) {}

  settings(tx: EntityManager = this.db.manager): Promise<ReceiptSettingsEntity> {
    return tx.findOneByOrFail(ReceiptSettingsEntity, { onlyRow: true });
  }

  lockSettings(tx: EntityManager): Promise<ReceiptSettingsEntity> {
    return tx.findOneOrFail(ReceiptSettingsEntity, {
      where: { onlyRow: true },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async updateSettings(
    tx: EntityManager,
    change: Omit<ReceiptSettingsEntity, 'onlyRow'>,
  ): Promise<void> {
    await tx.update(ReceiptSettingsEntity, { onlyRow: true }, change);
  }

  buyer(userId: string, tx: EntityManager = this.db.manager): Promise<ReceiptBuyerEntity | null> {
    return tx.findOneBy(ReceiptBuyerEntity, { userId });
  }

  async saveBuyer(buyer: ReceiptBuyerEntity): Promise<void> {
    await this.db.manager.upsert(ReceiptBuyerEntity, buyer, ['userId']);
  }

  /** Erases the buyer's details, also those on issued receipts. */
  async eraseBuyer(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(ReceiptBuyerEntity, { userId });
    const erased = { buyerName: null, buyerAddress: null, buyerTaxId: null };
    await tx.update(ReceiptEntity, { userId }, erased);
  }

  /**
   * Returns the next serial of the year. Its row stays locked until `tx` ends, so a rolled back receipt leaves no gap.
   */
  async nextSerial(tx: EntityManager, kind: ReceiptKind, year: number): Promise<number> {
    const { issued } = await one(
      tx,
      serialRow,
      `INSERT INTO receipt_counter AS c (kind, year, issued) VALUES ($1, $2, 1)
         ON CONFLICT (kind, year) DO UPDATE SET issued = c.issued + 1
       RETURNING issued`,
      [kind, year],
    );
    return issued;
  }

  /** Returns whether a number of this kind starts with the prefix, before its year and serial. */
  async hasPrefix(tx: EntityManager, kind: ReceiptKind, prefix: string): Promise<boolean> {
    const sql = `SELECT id FROM receipt
      WHERE kind = $1 AND regexp_replace(number, '-[0-9]+-[0-9]+$', '') = $2 LIMIT 1`;
    return (await row(tx, idRow, sql, [kind, prefix])) !== null;
  }

  async insert(tx: EntityManager, receipt: ReceiptEntity): Promise<void> {
    await tx.insert(ReceiptEntity, receipt);
  }

  findOfTopup(tx: EntityManager, topupId: string): Promise<ReceiptEntity | null> {
    return tx.findOneBy(ReceiptEntity, { topupId, kind: 'receipt' });
  }

  findOf(userId: string, number: string): Promise<ReceiptEntity | null> {
    return this.db.manager.findOneBy(ReceiptEntity, { userId, number });
  }

  page({ month, ...page }: AdminReceiptsQuery): Promise<ListPage<ReceiptEntity>> {
    const { from, to } = boundsOf(month);
    return listEntities(this.db.manager, ReceiptEntity, {
      where: [condition`issued_at >= ${from}`, condition`issued_at < ${to}`],
      orderBy: newestFirst('issued_at'),
      page,
    });
  }

  ofUser(userId: string): AsyncGenerator<ReceiptEntity> {
    return this.inOrder({ userId });
  }

  ofMonth(month: string): AsyncGenerator<ReceiptEntity> {
    const { from, to } = boundsOf(month);
    return this.inOrder({ issuedAt: Between(from, new Date(to.getTime() - 1)) });
  }

  /**
   * Oldest first, in batches, so that a large archive is never entirely in memory. Ids are in the order of issue
   * (UUIDv7), so a batch starts after the last id instead of counting rows again.
   */
  private async *inOrder(where: FindOptionsWhere<ReceiptEntity>): AsyncGenerator<ReceiptEntity> {
    let after: ReceiptEntity | undefined;
    do {
      const receipts: ReceiptEntity[] = await this.db.manager.find(ReceiptEntity, {
        where: after ? { ...where, id: MoreThan(after.id) } : where,
        order: { id: 'ASC' },
        take: BATCH,
      });
      yield* receipts;
      after = receipts.at(-1);
    } while (after);
  }
}

/** Start of a month and of the next one in Jakarta, which is always seven hours ahead of UTC. */
function boundsOf(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const start = (index: number) => new Date(Date.UTC(year, index, 1, -7));
  return { from: start(number - 1), to: start(number) };
}
