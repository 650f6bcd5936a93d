import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { TopupQuote } from '@casement/proto/http/billing/topups.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { freePort } from '@casement/local/ports.js';
import { startSandbox, type Sandbox } from '@casement/sandbox/sandbox.js';
import { BillingApp } from '../fakes/billing-app.js';

const TRIPAY = { apiKey: 'DEV-totals', privateKey: 'totals', merchantCode: 'T0001' };
const BINANCE = { apiKey: 'totals', apiSecret: 'totals', receiverId: '35000001' };

/** Callback that the gateway sent to the merchant, verbatim. */
export interface SentCallback {
  total_amount: number;
  fee_merchant: number;
  fee_customer: number;
  total_fee: number;
  amount_received: number;
  status: string;
}

/** Runs billing with the payment sandbox of `make start`, and records every callback between them. */
export class PaymentWorld {
  private readonly callbacks = new Map<string, SentCallback>();
  private billing!: BillingApp;
  private sandbox!: Sandbox;
  private sandboxUrl = '';

  private constructor(
    private readonly relay: Server,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PaymentWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-totals-'));
    const relay = createServer();
    const world = new PaymentWorld(relay, folder);
    relay.on('request', (request, response) => {
      void buffer(request)
        .then((body) => world.pass(request.url ?? '', request.headers, body))
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    world.sandboxUrl = `http://127.0.0.1:${port}`;
    const file = join(folder, 'sandbox.json');
    const url = world.sandboxUrl;
    world.sandbox = (await startSandbox({ port, url, file, tripay: TRIPAY, binance: BINANCE }))!;
    world.billing = await BillingApp.start({
      env: {
        PUBLIC_URL: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
        TRIPAY_BASE_URL: `${url}/api-sandbox`,
        TRIPAY_API_KEY: TRIPAY.apiKey,
        TRIPAY_PRIVATE_KEY: TRIPAY.privateKey,
        TRIPAY_MERCHANT_CODE: TRIPAY.merchantCode,
        BINANCE_BASE_URL: url,
        BINANCE_API_KEY: BINANCE.apiKey,
        BINANCE_API_SECRET: BINANCE.apiSecret,
        BINANCE_RECEIVER_ID: BINANCE.receiverId,
        BINANCE_PAUSE_MS: '0',
      },
    });
    return world;
  }

  get app(): BillingApp {
    return this.billing;
  }

  async close(): Promise<void> {
    await this.billing.close();
    await this.sandbox.close();
    await new Promise((resolve) => this.relay.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  async sell(unitPriceSen: number, tiers: readonly [from: number, basisPoints: number][]) {
    const { database } = this.billing.app;
    await database.query('UPDATE product SET price_sen = $1', [unitPriceSen]);
    await database.query('DELETE FROM discount_tier');
    for (const tier of tiers)
      await database.query('INSERT INTO discount_tier VALUES ($1, $2)', [...tier]);
  }

  /** Returns the methods as the top-up page receives them. */
  async methods(): Promise<PaymentMethod[]> {
    const { http, as } = this.billing.app;
    const { body } = await http.get('/api/user/payment-methods/enabled').set(as()).expect(200);
    return (body as { data: PaymentMethod[] }).data;
  }

  async quote(quantity: number): Promise<TopupQuote> {
    const { http, as } = this.billing.app;
    const call = http.post('/api/user/topup/calculate').set(as());
    const { body } = await call.send({ quantity }).expect(200);
    return (body as { data: TopupQuote }).data;
  }

  async prepare(userId: string, quantity: number): Promise<BpayOrder> {
    const { http, as } = this.billing.app;
    const call = http.post('/api/user/topup/bpay/prepare').set(as({ userId }));
    const { body } = await call.send({ quantity }).expect(200);
    return (body as { data: BpayOrder }).data;
  }

  verify(userId: string, order: BpayOrder, txid: string) {
    const { http, as } = this.billing.app;
    const { encoded_amount_usdt: encoded_amount, merchant_ref } = order;
    return http
      .post('/api/user/topup/bpay/verify')
      .set(as({ userId }))
      .send({ txid, encoded_amount, merchant_ref });
  }

  /** @param amount USDT, six decimals */
  async transfer(amount: string): Promise<string> {
    const sent = await this.control('binance/transfers', { amount });
    return (sent as { transactionId: string }).transactionId;
  }

  /** Returns the gateway's own record of an order. */
  async transaction(reference: string): Promise<{ amount: number; fee_customer: number }> {
    const answer = await fetch(
      `${this.sandboxUrl}/api-sandbox/transaction/detail?reference=${reference}`,
      { headers: { authorization: `Bearer ${TRIPAY.apiKey}` } },
    );
    return ((await answer.json()) as { data: { amount: number; fee_customer: number } }).data;
  }

  /** Pays as the customer. Resolves once billing has answered the callback. */
  async pay(reference: string): Promise<SentCallback> {
    await this.control(`transactions/${reference}/pay`);
    return waitFor(() => this.callbacks.get(reference), { everyMs: 2 });
  }

  private async control(path: string, body: object = {}): Promise<unknown> {
    const answer = await fetch(`${this.sandboxUrl}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  private async pass(
    path: string,
    headers: NodeJS.Dict<string | string[]>,
    body: Buffer,
  ): Promise<Response> {
    const names = ['content-type', 'x-callback-event', 'x-callback-signature'];
    const answer = await fetch(`${this.billing.app.url}${path}`, {
      method: 'POST',
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body: new Uint8Array(body),
    });
    const { reference, ...sent } = JSON.parse(body.toString()) as SentCallback & {
      reference: string;
    };
    this.callbacks.set(reference, sent);
    return answer;
  }
}
