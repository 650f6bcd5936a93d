import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import { BillingApp } from './billing-app.js';
import { FakeBinance } from './fake-binance.js';

/** Runs billing with a Binance account controlled by the test, and acts as a customer. */
export class BpayFixture {
  private constructor(
    readonly billing: BillingApp,
    readonly binance: FakeBinance,
  ) {}

  static async start(): Promise<BpayFixture> {
    const binance = await FakeBinance.start();
    const billing = await BillingApp.start({
      // Long enough to be irrelevant, because the gateway is not under test here.
      env: { ...binance.env, TRIPAY_TIMEOUT_MS: '5000' },
    });
    return new BpayFixture(billing, binance);
  }

  async close(): Promise<void> {
    await this.billing.close();
    await this.binance.close();
  }

  /** Resets transfers, the fake's state, pauses and the call budget. Orders stay. */
  async reset(): Promise<void> {
    this.binance.reset();
    await this.sql(
      `UPDATE bpay_history SET covered_until = now(), next_fetch_at = now(), leased_until = now(),
         minute = '-infinity', calls = 0, failure = NULL, failing_since = NULL, failures = 0`,
    );
    await this.sql('DELETE FROM bpay_unreadable_row');
  }

  sql<Row = Record<string, unknown>>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.billing.app.database.query<Row>(text, parameters);
  }

  post(userId: string, call: 'prepare' | 'verify', body: object, http = this.billing.app.http) {
    return http
      .post(`/api/user/topup/bpay/${call}`)
      .set(this.billing.app.as({ userId }))
      .send(body);
  }

  async prepare(userId: string, quantity = 1): Promise<BpayOrder> {
    const answer = await this.post(userId, 'prepare', { quantity }).expect(200);
    return (answer.body as { data: BpayOrder }).data;
  }

  verify(userId: string, order: BpayOrder, txid: string, http = this.billing.app.http) {
    const { encoded_amount_usdt: encoded_amount, merchant_ref } = order;
    return this.post(userId, 'verify', { txid, encoded_amount, merchant_ref }, http);
  }

  /** Returns the status and, for an error, the code of a verification, e.g. `409 BPAY_UNDERPAID`. */
  async verdict(userId: string, order: BpayOrder, txid: string): Promise<string> {
    const { status, body } = await this.verify(userId, order, txid);
    return `${status} ${(body as { code?: string }).code ?? ''}`.trim();
  }

  async topup(order: BpayOrder): Promise<Record<string, unknown>> {
    const [row] = await this.sql('SELECT * FROM topup WHERE merchant_ref = $1', [
      order.merchant_ref,
    ]);
    return row;
  }
}
