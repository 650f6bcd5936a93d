import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CreatedTopup } from '@casement/proto/http/billing/topups.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { freePort } from '@casement/local/ports.js';
import { startSandbox, type Sandbox } from '@casement/sandbox/sandbox.js';
import { sign } from '@casement/sandbox/signature.js';
import type { ProviderName } from '../../src/payment-providers/payment-provider.js';
import { BillingApp } from './billing-app.js';

const TRIPAY = { apiKey: 'DEV-conformance', privateKey: 'tripay-private', merchantCode: 'T0001' };
const MIDTRANS = { serverKey: 'SB-Mid-server-conformance' };
const STRIPE = { secretKey: 'sk_test_conformance', webhookSecret: 'whsec_conformance' };

/** Callback as a provider sent it. */
export interface SentCallback {
  path: string;
  body: string;
  headers: Record<string, string>;
}

export interface Order {
  userId: string;
  topup: CreatedTopup;
}

/** Runs billing with the payment sandbox. Callbacks are recorded, and reach billing only when the test delivers them. */
export class ProviderWorld {
  private constructor(
    private readonly provider: ProviderName,
    private readonly method: string,
    private readonly folder: string,
    private readonly merchant: Merchant,
    private readonly sandbox: Sandbox,
    private readonly url: string,
    readonly sut: BillingApp,
  ) {}

  static async start(
    provider: ProviderName,
    method: string,
    env: Record<string, string> = {},
  ): Promise<ProviderWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'casement-providers-'));
    const merchant = await Merchant.start();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const stripe = { ...STRIPE, webhookUrl: `${merchant.url}/api/payments/stripe/callback` };
    const file = join(folder, 'sandbox.json');
    const accounts = { tripay: TRIPAY, midtrans: MIDTRANS, stripe };
    const sandbox = (await startSandbox({ port, url, file, ...accounts }))!;
    const sut = await BillingApp.start({
      env: {
        PUBLIC_URL: merchant.url,
        TRIPAY_BASE_URL: `${url}/api-sandbox`,
        TRIPAY_API_KEY: TRIPAY.apiKey,
        TRIPAY_PRIVATE_KEY: TRIPAY.privateKey,
        TRIPAY_MERCHANT_CODE: TRIPAY.merchantCode,
        MIDTRANS_SNAP_URL: `${url}/midtrans/snap/v1`,
        MIDTRANS_API_URL: `${url}/midtrans/v2`,
        MIDTRANS_SERVER_KEY: MIDTRANS.serverKey,
        STRIPE_API_URL: url,
        STRIPE_SECRET_KEY: STRIPE.secretKey,
        STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
        ...env,
      },
    });
    const fee = provider === 'tripay' ? {} : { fee_flat: 1_000, fee_percent: 2.9 };
    await sut.app.http
      .patch(`/api/admin/payment-methods/${method}`)
      .set(sut.app.as({ admin: true }))
      .send({ is_enabled: true, ...fee })
      .expect(200);
    return new ProviderWorld(provider, method, folder, merchant, sandbox, url, sut);
  }

  async order(quantity = 2): Promise<Order> {
    const userId = this.sut.user();
    return { userId, topup: await this.sut.topUp(userId, quantity, this.method) };
  }

  /** Changes the payment at the provider, e.g. `pay`, without waiting for a callback. */
  async change({ topup }: Pick<Order, 'topup'>, action: string): Promise<void> {
    const kind = this.provider === 'tripay' ? 'transactions' : this.provider;
    await this.control(`${kind}/${topup.merchant_ref}/${action}`);
  }

  /** Changes the payment at the provider, and returns the callback that it sent. */
  async act(order: Pick<Order, 'topup'>, action: string): Promise<SentCallback> {
    const { sent } = this.merchant;
    const before = sent.length;
    await this.change(order, action);
    return waitFor(() => sent[before]);
  }

  /** Returns the Rp that Midtrans or Stripe has returned. */
  async refunded({ topup }: Pick<Order, 'topup'>): Promise<number> {
    const answer = await fetch(`${this.url}/_sandbox/hosted`);
    const orders = (await answer.json()) as {
      merchantRef: string;
      refunds: { amount: number }[];
    }[];
    const { refunds } = orders.find(({ merchantRef }) => merchantRef === topup.merchant_ref)!;
    const sum = refunds.reduce((total, { amount }) => total + amount, 0);
    return this.provider === 'stripe' ? sum / 100 : sum;
  }

  deliver({ path, body, headers }: SentCallback) {
    return this.sut.app.http.post(path).set(headers).send(body);
  }

  /** Returns a Tripay callback with changed fields and a valid signature. */
  tripayCallback(change: object, like?: SentCallback): SentCallback {
    const body = JSON.stringify({ ...(like && (JSON.parse(like.body) as object)), ...change });
    return {
      path: '/api/payments/tripay/callback',
      body,
      headers: {
        'content-type': 'application/json',
        'x-callback-event': 'payment_status',
        'x-callback-signature': sign(TRIPAY.privateKey, body),
      },
    };
  }

  faults(faults: object): Promise<void> {
    return this.control('faults', faults);
  }

  async row({ topup }: Pick<Order, 'topup'>): Promise<Record<string, unknown>> {
    const [row] = await this.sut.app.database.query<Record<string, unknown>>(
      'SELECT * FROM topup WHERE merchant_ref = $1',
      [topup.merchant_ref],
    );
    return row;
  }

  async set({ topup }: Pick<Order, 'topup'>, change: string): Promise<void> {
    await this.sut.app.database.query(`UPDATE topup SET ${change} WHERE merchant_ref = $1`, [
      topup.merchant_ref,
    ]);
  }

  async close(): Promise<void> {
    await this.sut.close();
    await this.sandbox.close();
    await this.merchant.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async control(path: string, body: object = {}): Promise<void> {
    const answer = await fetch(`${this.url}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

const SENT_HEADERS = /^(content-type|x-callback-.*|stripe-signature)$/;

/** Address that the provider sends callbacks to. */
class Merchant {
  readonly sent: SentCallback[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Merchant> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const merchant = new Merchant(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void merchant.record(request, response));
    return merchant;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => SENT_HEADERS.test(name)),
    ) as Record<string, string>;
    this.sent.push({ path: request.url ?? '', body: await text(request), headers });
    response.end('{"success":true}');
  }
}
