import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PRIVATE_KEY = 'fake-gateway-private-key';
const API_KEY = 'fake-gateway-api-key';
const MERCHANT_CODE = 'T0001';

type Json = Record<string, unknown>;

/** Behavior of the next creates. `lost` stores the transaction but does not answer before the timeout. */
type CreateMode = 'ok' | 'lost' | 'silent' | 'broken' | 'refuse';

interface Transaction {
  reference: string;
  merchant_ref: string;
  method: string;
  amount: number;
  fee_customer: number;
  status: string;
  expired_time: number;
  paid_at: number | null;
}

/** Serves the part of the payment gateway's API that billing uses, and can be made to fail. */
export class FakeGateway {
  channels: Json[] = [
    channel('QRIS', { percent: '0.70', minimum: 1_000, maximum: 5_000_000 }),
    channel('BCAVA', { flat: 5_500, minimum: 10_000, maximum: 10_000_000 }),
    channel('OVO', { percent: 3, active: false }),
  ];
  createMode: CreateMode = 'ok';
  /** While true, every request gets a 500. */
  down = false;
  delayMs = 0;
  /** The customer's share of the fee, added to the amount of new transactions. */
  feeCustomer = 0;
  readonly transactions = new Map<string, Transaction>();
  readonly requests: { path: string; body: Json | undefined }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeGateway> {
    const server = createServer();
    // Long, because a client that reuses a connection at the moment the server closes it would fail.
    server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = new FakeGateway(server, `http://127.0.0.1:${port}/api-sandbox`);
    server.on('request', (request, response) => void gateway.answer(request, response));
    return gateway;
  }

  get env(): Record<string, string> {
    return {
      TRIPAY_BASE_URL: this.url,
      TRIPAY_API_KEY: API_KEY,
      TRIPAY_PRIVATE_KEY: PRIVATE_KEY,
      TRIPAY_MERCHANT_CODE: MERCHANT_CODE,
    };
  }

  /** Changes a transaction's status at the gateway, as a payment or an expiry would. */
  set(reference: string, status: string): void {
    const transaction = this.get(reference);
    transaction.status = status;
    transaction.paid_at = status === 'PAID' ? 1_795_255_200 : null;
  }

  /** Returns the callback's bytes and their signature. */
  callback(reference: string, status: string, change: Json = {}) {
    const transaction = this.get(reference);
    const body = JSON.stringify({
      reference,
      merchant_ref: transaction.merchant_ref,
      payment_method: 'A Virtual Account',
      payment_method_code: transaction.method,
      total_amount: transaction.amount + transaction.fee_customer,
      fee_merchant: 0,
      fee_customer: transaction.fee_customer,
      total_fee: transaction.fee_customer,
      amount_received: transaction.amount,
      is_closed_payment: 1,
      status,
      paid_at: status === 'PAID' ? 1_795_255_200 : null,
      note: null,
      ...change,
    });
    return { body, signature: signatureOf(body) };
  }

  byMerchantRef(merchantRef: string): Transaction {
    const found = [...this.transactions.values()].find((one) => one.merchant_ref === merchantRef);
    if (!found) throw new Error(`no transaction for ${merchantRef}`);
    return found;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get(reference: string): Transaction {
    const transaction = this.transactions.get(reference);
    if (!transaction) throw new Error(`no transaction ${reference}`);
    return transaction;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const path = url.pathname.replace('/api-sandbox/', '');
    const body = request.method === 'POST' ? await readJson(request) : undefined;
    this.requests.push({ path, body });
    const send = (status: number, answer: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    };
    const ok = (data: unknown) => send(200, { success: true, message: 'Success', data });
    const no = (status: number, message: string) => send(status, { success: false, message });

    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.down) return no(500, 'Server Error');
    if (request.headers.authorization !== `Bearer ${API_KEY}`) return no(401, 'Invalid API Key');
    if (path === 'merchant/payment-channel') return ok(this.channels);
    if (path === 'transaction/create') return this.create(body ?? {}, ok, no);
    if (path === 'transaction/detail') {
      const found = this.transactions.get(url.searchParams.get('reference') ?? '');
      return found ? ok(present(found)) : no(404, 'Transaction not found');
    }
    if (path === 'merchant/transactions') {
      const wanted = url.searchParams.get('merchant_ref');
      const rows = [...this.transactions.values()].filter((one) => one.merchant_ref === wanted);
      return ok(rows.map(present));
    }
    return no(404, 'Not found');
  }

  private create(
    body: Json,
    ok: (data: unknown) => void,
    no: (status: number, message: string) => void,
  ): void {
    const expected = hmac(`${MERCHANT_CODE}${String(body.merchant_ref)}${String(body.amount)}`);
    if (body.signature !== expected) return no(400, 'Invalid signature');
    if (this.createMode === 'refuse') return no(400, 'Channel is not enabled');
    if (this.createMode === 'silent') return;
    const transaction: Transaction = {
      reference: `T${randomBytes(8).toString('hex').toUpperCase()}`,
      merchant_ref: String(body.merchant_ref),
      method: String(body.method),
      amount: Number(body.amount),
      fee_customer: this.feeCustomer,
      status: 'UNPAID',
      expired_time: Math.floor(Date.now() / 1000) + 3600,
      paid_at: null,
    };
    this.transactions.set(transaction.reference, transaction);
    if (this.createMode === 'ok') ok(present(transaction));
    if (this.createMode === 'broken') no(502, 'Bad Gateway');
  }
}

const hmac = (message: string): string =>
  createHmac('sha256', PRIVATE_KEY).update(message).digest('hex');

export const signatureOf = (body: string): string => hmac(body);

const present = (transaction: Transaction): Json => ({
  reference: transaction.reference,
  merchant_ref: transaction.merchant_ref,
  payment_method: transaction.method,
  payment_name: `${transaction.method} at the gateway`,
  amount: transaction.amount + transaction.fee_customer,
  fee_customer: transaction.fee_customer,
  amount_received: transaction.amount,
  pay_code: 57_585_748_548_596,
  pay_url: null,
  checkout_url: `https://gateway.example/checkout/${transaction.reference}`,
  ...(transaction.method === 'QRIS' && {
    qr_url: `https://gateway.example/qr/${transaction.reference}`,
    qr_string: `00020101021226${transaction.reference}`,
  }),
  instructions: [{ title: 'ATM', steps: ['Pilih <b>Pembayaran</b>'] }],
  status: transaction.status,
  expired_time: transaction.expired_time,
  paid_at: transaction.paid_at,
});

function channel(
  code: string,
  options: {
    flat?: number;
    percent?: number | string;
    minimum?: number;
    maximum?: number;
    active?: boolean;
  },
): Json {
  return {
    group: 'Group',
    code,
    name: `${code} Payment`,
    type: 'direct',
    fee_merchant: { flat: 0, percent: 0 },
    fee_customer: { flat: options.flat ?? 0, percent: options.percent ?? 0 },
    total_fee: { flat: options.flat ?? 0, percent: options.percent ?? '0.00' },
    minimum_fee: null,
    maximum_fee: null,
    minimum_amount: options.minimum ?? null,
    maximum_amount: options.maximum ?? null,
    icon_url: `https://gateway.example/${code}.png`,
    active: options.active ?? true,
  };
}

async function readJson(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Json;
}
