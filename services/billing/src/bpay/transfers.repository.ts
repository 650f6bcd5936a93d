import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, rows } from '@casement/common/data/database/sql.js';
import type { BinanceTransfer } from '../payment-providers/binance/binance.schemas.js';
import type { Problem } from './match.js';
import { TransferEntity } from './transfer.entity.js';

const transferRow = z.object({
  transactionId: z.string(),
  orderId: z.string().nullable(),
  orderType: z.string(),
  amount: z.string(),
  currency: z.string(),
  receiverId: z.string(),
  paidAt: z.date(),
  ambiguous: z.boolean(),
  topupId: z.string().nullable(),
});

const repeatedRow = z.object({ transactionId: z.string(), topupId: z.string() });

const FACTS_DIFFER = `(t.amount, t.currency, t.receiver_id, t.paid_at) IS DISTINCT FROM
  (excluded.amount, excluded.currency, excluded.receiver_id, excluded.paid_at)`;

/** Our copy of the transfers in Binance's history, and claims of wrong payments. */
@Injectable()
export class TransfersRepository {
  constructor(private readonly db: Database) {}

  /** Returns the transfers that share an ID with `id`, directly or through another transfer. */
  find(id: string): Promise<TransferEntity[]> {
    return this.linked(this.db.manager, id);
  }

  /** Like `find`, but locks the rows, in the order of their keys. */
  lock(tx: EntityManager, id: string): Promise<TransferEntity[]> {
    return this.linked(tx, id, 'FOR UPDATE');
  }

  private linked(
    executor: EntityManager,
    id: string,
    lock: 'FOR UPDATE' | '' = '',
  ): Promise<TransferEntity[]> {
    return rows(
      executor,
      transferRow,
      `WITH RECURSIVE linked AS (
         SELECT transaction_id, bpay_identity(transaction_id) AS identity, order_id FROM bpay_transfer
          WHERE bpay_identity(transaction_id) = $1 OR order_id = $1
         UNION
         SELECT t.transaction_id, bpay_identity(t.transaction_id), t.order_id
           FROM linked l JOIN bpay_transfer t
             ON bpay_identity(t.transaction_id) IN (l.identity, l.order_id)
             OR t.order_id IN (l.identity, l.order_id))
       SELECT transaction_id AS "transactionId", order_id AS "orderId", order_type AS "orderType", amount,
              currency, receiver_id AS "receiverId", paid_at AS "paidAt", ambiguous, topup_id AS "topupId"
         FROM bpay_transfer WHERE transaction_id IN (SELECT transaction_id FROM linked)
        ORDER BY transaction_id ${lock}`,
      [id],
    );
  }

  /** Returns the transfers of these amounts that have paid no order, oldest first. */
  findUnused(amounts: readonly string[]): Promise<TransferEntity[]> {
    return this.db.manager.find(TransferEntity, {
      where: { amount: In([...amounts]), topupId: IsNull() },
      order: { paidAt: 'ASC', transactionId: 'ASC' },
    });
  }

  /**
   * Returns transfers of exactly the amount of an order that another transfer has paid or was claimed for, while the
   * order reserved the amount. Nobody has claimed them.
   */
  findRepeated(receiverId: string): Promise<{ transactionId: string; topupId: string }[]> {
    return rows(
      this.db.manager,
      repeatedRow,
      `SELECT b.transaction_id AS "transactionId", t.id AS "topupId"
         FROM topup t JOIN bpay_transfer b ON b.amount = t.bpay_micro / 1000000.0 AND b.topup_id IS NULL
        WHERE t.bpay_micro IS NOT NULL AND t.bpay_reserved_until > now() AND t.status = 'PAID' AND NOT b.ambiguous
          AND b.currency = 'USDT' AND b.receiver_id = $1 AND b.paid_at >= t.created_at
          AND NOT EXISTS (SELECT FROM bpay_claim c WHERE c.transaction_id = b.transaction_id)
          AND (EXISTS (SELECT FROM bpay_transfer p WHERE p.topup_id = t.id)
            OR EXISTS (SELECT FROM bpay_claim c WHERE c.topup_id = t.id))
        ORDER BY b.paid_at, b.transaction_id`,
      [receiverId],
    );
  }

  /**
   * Stores fetched transfers in one statement, because a customer waits while a long history is read. If a different
   * transfer is already stored under an ID, the stored row becomes ambiguous. A stored transfer without an Order ID
   * receives it.
   */
  async store(transfers: readonly BinanceTransfer[]): Promise<void> {
    if (transfers.length === 0) return;
    await execute(
      this.db.manager,
      `INSERT INTO bpay_transfer AS t
         (transaction_id, order_id, order_type, amount, currency, receiver_id, paid_at, ambiguous)
       SELECT transaction_id, min(order_id), min(order_type), min(amount), min(currency), min(receiver_id),
              min(paid_at),
              count(DISTINCT (amount, currency, receiver_id, paid_at)) > 1 OR count(DISTINCT order_id) > 1
         FROM unnest($1::text[], $2::text[], $3::text[], $4::numeric(30, 8)[], $5::text[], $6::text[],
                     $7::timestamptz[])
           AS fetched (transaction_id, order_id, order_type, amount, currency, receiver_id, paid_at)
        GROUP BY transaction_id ORDER BY transaction_id
       ON CONFLICT (transaction_id) DO UPDATE SET
           order_id = coalesce(t.order_id, excluded.order_id),
           ambiguous = t.ambiguous OR excluded.ambiguous OR (t.order_id <> excluded.order_id) IS TRUE
             OR ${FACTS_DIFFER}
         WHERE (t.order_id IS NULL AND excluded.order_id IS NOT NULL)
            OR (NOT t.ambiguous AND (excluded.ambiguous OR t.order_id <> excluded.order_id OR ${FACTS_DIFFER}))`,
      [
        transfers.map((one) => one.transactionId),
        transfers.map((one) => one.orderId),
        transfers.map((one) => one.orderType),
        transfers.map((one) => one.amount),
        transfers.map((one) => one.currency),
        transfers.map((one) => one.receiverId),
        transfers.map((one) => one.paidAt),
      ],
    );
  }

  /**
   * Records a payment that a customer entered for an order that it does not pay.
   *
   * @returns false if it was already recorded
   */
  async recordClaim(
    tx: EntityManager,
    topupId: string,
    transactionId: string,
    problem: Problem,
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      `INSERT INTO bpay_claim (topup_id, transaction_id, problem) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [topupId, transactionId, problem],
    );
    return inserted > 0;
  }

  async markPaying(tx: EntityManager, transactionId: string, topupId: string): Promise<void> {
    await tx.update(TransferEntity, { transactionId }, { topupId });
  }
}
