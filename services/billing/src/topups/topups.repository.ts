import { Injectable } from '@nestjs/common';
import { Between, In, IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { TopupHistoryQuery } from '@casement/proto/http/billing/topups.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { Database } from '@casement/common/data/database/database.js';
import { condition } from '@casement/common/data/database/condition.js';
import {
  listEntities,
  numberedPageOf,
  type ListPage,
} from '@casement/common/data/database/list-page.js';
import { execute, idRow, row } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { TopupEntity, type PaidTopup } from './topup.entity.js';

const countRow = z.object({ topups: z.number() });

export type NewTopup = Omit<
  TopupEntity,
  | 'reference'
  | 'userNo'
  | 'payableAmount'
  | 'chargeCurrency'
  | 'chargeMinor'
  | 'chargeRate'
  | 'chargeRateAt'
  | 'checkoutUrl'
  | 'payUrl'
  | 'qrUrl'
  | 'payCode'
  | 'qrString'
  | 'instructions'
  | 'remindedAt'
  | 'paidAt'
  | 'receiptNumber'
  | 'refundedAt'
  | 'refundTaken'
  | 'reconciledAt'
  | 'reconciliation'
  | 'creditNoteNumber'
  | 'refundShort'
  | 'review'
  | 'reviewSince'
  | 'bpayMicro'
  | 'bpayReservedUntil'
  | 'checks'
  | 'createdAt'
  | 'updatedAt'
> &
  Partial<
    Pick<
      TopupEntity,
      | 'bpayMicro'
      | 'bpayReservedUntil'
      | 'payableAmount'
      | 'chargeCurrency'
      | 'chargeMinor'
      | 'chargeRate'
      | 'chargeRateAt'
    >
  >;

@Injectable()
export class TopupsRepository {
  constructor(private readonly db: Database) {}

  /** @returns false if the user's idempotency key or the exact USDT amount is taken */
  async insert(topup: NewTopup, tx: EntityManager = this.db.manager): Promise<boolean> {
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(TopupEntity)
      .values(topup)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  find(id: string): Promise<TopupEntity | null> {
    return this.db.manager.findOneBy(TopupEntity, { id });
  }

  /** Finds the user's top-up by the provider's reference or by our own. */
  findOf(userId: string, reference: string): Promise<TopupEntity | null> {
    return this.db.manager.findOneBy(TopupEntity, [
      { userId, reference },
      { userId, merchantRef: reference },
    ]);
  }

  findByIdempotencyKey(userId: string, idempotencyKey: string): Promise<TopupEntity | null> {
    return this.db.manager.findOneBy(TopupEntity, { userId, idempotencyKey });
  }

  lock(tx: EntityManager, id: string): Promise<TopupEntity> {
    return tx.findOneOrFail(TopupEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds a top-up by the provider's reference, or by our merchant reference if the provider's is unknown. */
  async lockReported(
    tx: EntityManager,
    reference: string,
    merchantRef: string | null,
  ): Promise<TopupEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    const known = await tx.findOne(TopupEntity, { where: { reference }, lock });
    if (known || !merchantRef) return known;
    return tx.findOne(TopupEntity, { where: { merchantRef }, lock });
  }

  async update(tx: EntityManager, id: string, change: Partial<TopupEntity>): Promise<void> {
    await tx.update(TopupEntity, { id }, { ...change, updatedAt: new Date() });
  }

  page(userId: string, query: TopupHistoryQuery): Promise<ListPage<TopupEntity>> {
    if (query.status === 'all') return this.numberedPage(userId, query);
    return listEntities(this.db.manager, TopupEntity, {
      where: [condition`user_id = ${userId}`, condition`status = ${query.status}`],
      orderBy: { columns: { user_no: 'number' }, descending: true },
      page: query,
    });
  }

  /** All pages cost the same, because each is a range of top-up numbers and the highest number is the total. */
  private async numberedPage(userId: string, query: PageQuery): Promise<ListPage<TopupEntity>> {
    const count = await row(
      this.db.manager,
      countRow,
      'SELECT topups FROM topup_count WHERE user_id = $1',
      [userId],
    );
    const total = count?.topups ?? 0;
    const numbers = numberedPageOf(query, total);
    if (!numbers) return { rows: [], total, capped: false };
    const topups = await this.db.manager.find(TopupEntity, {
      where: { userId, userNo: Between(numbers.first, numbers.last) },
      order: { userNo: 'DESC' },
    });
    return { rows: topups, total, capped: false, ...(numbers.next && { next: numbers.next }) };
  }

  lockReviewed(tx: EntityManager, id: string): Promise<TopupEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOne(TopupEntity, { where: { id, review: Not(IsNull()) }, lock });
  }

  /**
   * Returns the user's payable orders of any method, newest first. Takes a lock per user until `tx` ends, so that
   * limits hold for concurrent requests and a double click creates one order.
   */
  async openOrders(tx: EntityManager, userId: string): Promise<TopupEntity[]> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('casement:topup:' || $1))`, [userId]);
    return tx.find(TopupEntity, {
      where: { userId, status: In(['PENDING', 'UNPAID']), expiresAt: MoreThan(new Date()) },
      order: { userNo: 'DESC' },
    });
  }

  lockOpenOf(tx: EntityManager, userId: string): Promise<TopupEntity[]> {
    return tx.find(TopupEntity, {
      where: { userId, status: In(['PENDING', 'UNPAID']) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Stores the ID of a deleted user so that later payments are recognized. */
  async closeAccount(tx: EntityManager, userId: string): Promise<void> {
    const sql = 'INSERT INTO closed_account (user_id) VALUES ($1) ON CONFLICT DO NOTHING';
    await execute(tx, sql, [userId]);
  }

  /**
   * Returns whether the user was deleted. The caller must hold the lock of one of the user's top-ups, for which a
   * concurrent deletion waits.
   */
  async isAccountClosed(tx: EntityManager, userId: string): Promise<boolean> {
    const sql = 'SELECT user_id AS id FROM closed_account WHERE user_id = $1';
    return (await row(tx, idRow, sql, [userId])) !== null;
  }

  /**
   * Erases data that identifies the user: payment links (the provider's page shows the name) and idempotency keys.
   */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    const links = { checkoutUrl: null, payUrl: null, qrUrl: null, payCode: null };
    const guide = { qrString: null, instructions: null };
    await tx.update(
      TopupEntity,
      { userId },
      { ...links, ...guide, idempotencyKey: null, requestHash: null },
    );
  }

  /** Claims top-ups that are due for a check. */
  claimDue(limit: number, claimMs: number): Promise<{ id: string }[]> {
    return claimDue(this.db.manager, idRow, 'topup', { due: 'next_check_at', claimMs, limit });
  }

  /** Postpones the next check, unless a callback has ended the checks in the meantime. */
  async postpone(id: string, ms: number): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE topup SET next_check_at = now() + $2 * interval '1 millisecond'
        WHERE id = $1 AND next_check_at IS NOT NULL`,
      [id, ms],
    );
  }

  /** Locks unpaid orders that expire within `ms` and have no reminder, skipping rows that another replica has locked. */
  lockExpiring(tx: EntityManager, ms: number, limit: number): Promise<TopupEntity[]> {
    return tx
      .createQueryBuilder(TopupEntity, 'topup')
      .where(`topup.status = 'UNPAID' AND topup.reminded_at IS NULL`)
      .andWhere(`topup.expires_at > now()`)
      .andWhere(`topup.expires_at <= now() + :ms * interval '1 millisecond'`, { ms })
      .orderBy('topup.expires_at')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }

  /** Locks paid orders without a receipt, first paid first, skipping rows that another replica has locked. */
  async lockWithoutReceipt(tx: EntityManager, limit: number): Promise<PaidTopup[]> {
    const topups = await tx.find(TopupEntity, {
      where: { status: 'PAID', receiptNumber: IsNull() },
      order: { paidAt: 'ASC', id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    return topups as PaidTopup[];
  }

  /** Locks refunded orders with a receipt and without a credit note, like `lockWithoutReceipt`. */
  lockWithoutCreditNote(tx: EntityManager, limit: number): Promise<TopupEntity[]> {
    return tx.find(TopupEntity, {
      where: {
        status: 'PAID',
        refundedAt: Not(IsNull()),
        receiptNumber: Not(IsNull()),
        creditNoteNumber: IsNull(),
      },
      order: { refundedAt: 'ASC', id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** Locks overdue open orders, skipping rows that another replica has locked. */
  lockExpired(tx: EntityManager, limit: number): Promise<TopupEntity[]> {
    return tx
      .createQueryBuilder(TopupEntity, 'topup')
      .where(`topup.status IN ('PENDING', 'UNPAID') AND topup.expires_at <= now()`)
      .orderBy('topup.expires_at')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }
}
