import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { OperationOf } from './operations.js';
import type { Replicas } from './replicas.js';

/** Simulates customers who pay by Binance: correctly, too much, or with a transfer that is already used. */
export class Transfers {
  private readonly used: string[] = [];

  constructor(private readonly sut: Replicas) {}

  /** Creates an order and a transfer, and requests two concurrent verifications. */
  async pay(userId: string, { flaw }: OperationOf<'bpay'>): Promise<void> {
    const as = this.sut.as({ userId });
    const prepared = await this.sut.post('/user/topup/bpay/prepare', { quantity: 1 }, as);
    const order = prepared.body.data as BpayOrder | undefined;
    if (!order) return;
    const amount = order.encoded_amount_usdt;
    const txid = this.transferFor(amount, flaw);
    // Resets the budget, because the test uses up the calls of a minute immediately.
    await this.sut.database.query(
      `UPDATE bpay_history SET next_fetch_at = now(), minute = '-infinity', calls = 0`,
    );
    const verify = () =>
      this.sut.post(
        '/user/topup/bpay/verify',
        { txid, encoded_amount: amount, merchant_ref: order.merchant_ref },
        as,
      );
    await Promise.all([verify(), verify()]);
  }

  private transferFor(amount: number, flaw: OperationOf<'bpay'>['flaw']): string {
    const [earlier] = this.used;
    if (flaw === 'reused' && earlier) return earlier;
    const txid = this.sut.binance.pay((flaw === 'amount' ? amount + 0.5 : amount).toFixed(6));
    this.used.push(txid);
    return txid;
  }
}
