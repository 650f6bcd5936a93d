import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import type { BinanceTransfer } from '../payment-providers/binance/binance.schemas.js';
import type { Problem } from './match.js';
import { TransferEntity } from './transfer.entity.js';

/** Our copy of the transfers in Binance's history, and claims of wrong payments. */
@Injectable()
export class TransfersRepository {
  constructor(private readonly db: Database) {}

  find(transactionId: string): Promise<TransferEntity | null> {
    return this.db.manager.findOneBy(TransferEntity, { transactionId });
  }

  lock(tx: EntityManager, transactionId: string): Promise<TransferEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOneOrFail(TransferEntity, { where: { transactionId }, lock });
  }

  /**
   * Stores fetched transfers in one statement, because a customer waits while a long history is read. A different
   * transfer under a stored id makes both ambiguous.
   */
  async store(transfers: readonly BinanceTransfer[]): Promise<void> {
    if (transfers.length === 0) return;
    await execute(
      this.db.manager,
      `INSERT INTO bpay_transfer AS t
         (transaction_id, order_type, amount, currency, receiver_id, paid_at, ambiguous)
       SELECT transaction_id, min(order_type), min(amount), min(currency), min(receiver_id), min(paid_at),
              count(DISTINCT (amount, currency, receiver_id, paid_at)) > 1
         FROM unnest($1::text[], $2::text[], $3::numeric(30, 8)[], $4::text[], $5::text[], $6::timestamptz[])
           AS fetched (transaction_id, order_type, amount, currency, receiver_id, paid_at)
        GROUP BY transaction_id
       ON CONFLICT (transaction_id) DO UPDATE SET ambiguous = true
         WHERE NOT t.ambiguous AND (excluded.ambiguous
           OR (t.amount, t.currency, t.receiver_id, t.paid_at) IS DISTINCT FROM
              (excluded.amount, excluded.currency, excluded.receiver_id, excluded.paid_at))`,
      [
        transfers.map((one) => one.transactionId),
        transfers.map((one) => one.orderType),
        transfers.map((one) => one.amount),
        transfers.map((one) => one.currency),
        transfers.map((one) => one.receiverId),
        transfers.map((one) => one.paidAt),
      ],
    );
  }

  /** Records a payment that came for an order and does not pay it. @returns false when it was recorded before */
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
