import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import type { BinanceTransfer } from '../binance/binance.types.js';
import { Transfer } from './transfer.entity.js';

/** What Binance has shown us, each transfer once. */
@Injectable()
export class TransfersRepository {
  constructor(private readonly db: Database) {}

  find(transactionId: string): Promise<Transfer | null> {
    return this.db.manager.findOneBy(Transfer, { transactionId });
  }

  lock(tx: EntityManager, transactionId: string): Promise<Transfer> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOneOrFail(Transfer, { where: { transactionId }, lock });
  }

  /**
   * Keeps what was fetched. A transfer that is there already must be the same: another one under its name makes
   * both unusable.
   */
  async store(transfers: readonly BinanceTransfer[]): Promise<void> {
    for (const one of transfers) {
      await this.db.query(
        `INSERT INTO bpay_transfer AS t
           (transaction_id, order_type, amount, currency, receiver_id, paid_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (transaction_id) DO UPDATE SET ambiguous = true
           WHERE NOT t.ambiguous AND (t.amount, t.currency, t.receiver_id, t.paid_at) IS DISTINCT FROM
             (excluded.amount, excluded.currency, excluded.receiver_id, excluded.paid_at)`,
        [one.transactionId, one.orderType, one.amount, one.currency, one.receiverId, one.paidAt],
      );
    }
  }

  async markPaying(tx: EntityManager, transactionId: string, topupId: string): Promise<void> {
    await tx.update(Transfer, { transactionId }, { topupId });
  }
}
