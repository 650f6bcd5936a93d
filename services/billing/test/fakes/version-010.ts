import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { BpayOrdersService } from '../../src/topups/bpay-orders.service.js';
import { Settlement } from '../../src/topups/settlement.js';
import type { TestApp } from '@casement/common/testing/test-app.js';

/** Writes Binance transfers with the statements of version 0.1.0, which stores one ID and no Order ID. */
export class Version010 {
  constructor(private readonly app: TestApp) {}

  /** Fetches as 0.1.0 does: stores the row under its own key and advances only its own columns. */
  async fetch(transactionId: string, amount: string, receiverId: string): Promise<void> {
    await this.app.database.query(
      `INSERT INTO bpay_transfer AS t (transaction_id, order_type, amount, currency, receiver_id, paid_at, ambiguous)
       VALUES ($1, 'C2C', $2, 'USDT', $3, now(), false)`,
      [transactionId.replace(/^M_P_(?=\d+$)/i, ''), amount, receiverId],
    );
    await this.app.database.query(
      `UPDATE bpay_history SET covered_until = now(), started_at = now(), served_at = now()`,
    );
  }

  /**
   * Credits as 0.1.0 does after matching the transfer.
   *
   * @param beforeCommit runs while the transaction holds its locks
   */
  credit(
    merchantRef: string,
    transactionId: string,
    beforeCommit: () => Promise<void> = () => Promise.resolve(),
  ): Promise<'credited' | 'repeated' | 'used' | 'paid twice'> {
    return this.app.get(Database).transaction(async (tx) => {
      const [{ id }] = await query<{ id: string }>(
        tx,
        'SELECT id FROM topup WHERE merchant_ref = $1',
        [merchantRef],
      );
      const topup = await this.app.get(BpayOrdersService).lock(tx, id);
      const [transfer] = await query<{ topup_id: string | null }>(
        tx,
        'SELECT topup_id FROM bpay_transfer WHERE transaction_id = $1 FOR UPDATE',
        [transactionId],
      );
      if (transfer.topup_id === id) return 'repeated';
      if (transfer.topup_id) return 'used';
      if (topup.status === 'PAID') return 'paid twice';
      await tx.query('UPDATE bpay_transfer SET topup_id = $2 WHERE transaction_id = $1', [
        transactionId,
        id,
      ]);
      await this.app.get(Settlement).apply(tx, topup, {
        reference: merchantRef,
        merchantRef,
        status: 'PAID',
        feeCustomer: 0,
        totalAmount: topup.finalAmount,
        paidAt: new Date(),
      });
      await beforeCommit();
      return 'credited';
    });
  }
}

const query = <Row>(tx: EntityManager, sql: string, parameters: unknown[]): Promise<Row[]> =>
  tx.query(sql, parameters);
