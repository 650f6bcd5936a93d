import { createHmac, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const API_KEY = 'fake-binance-api-key';
const API_SECRET = 'fake-binance-api-secret';
export const RECEIVER_ID = '35000001';
const PATH = '/sapi/v1/pay/transactions';
const MAX_ROWS = 100;

type Mode =
  | 'ok'
  | 'down'
  | 'limited'
  | 'banned'
  | 'bad-key'
  | 'bad-signature'
  | 'garbage'
  | 'silent'
  | 'blocked';

interface FakeTransfer {
  /** Order ID in the app. `null` creates a row of the old format without an Order ID. */
  orderId: string | null;
  transactionId: string;
  transactionTime: number;
  amount: string;
  currency: string;
  receiverId: string | null;
  /** Row fields that replace the defaults. */
  fields?: Record<string, unknown>;
}

const NUMBER = 'number:';

/** Marks a value that the history serves as a JSON number with all of its digits. */
export const asNumber = (digits: string): string => `${NUMBER}${digits}`;

/** Serves the Binance Pay history as documented, performs Binance's checks, and can be made to fail. */
export class FakeBinance {
  mode: Mode = 'ok';
  /** Binance's clock minus ours. */
  clockShiftMs = 0;
  transfers: FakeTransfer[] = [];
  /** Requested windows in milliseconds. */
  calls: { start: number; end: number }[] = [];
  /** Maximum number of concurrent requests seen. */
  maxConcurrent = 0;
  private open = 0;
  private gate: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeBinance> {
    const server = createServer();
    // Long, because a client that reuses a connection at the moment the server closes it would fail.
    server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const binance = new FakeBinance(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void binance.answer(request, response));
    return binance;
  }

  get env(): Record<string, string> {
    return {
      BINANCE_BASE_URL: this.url,
      BINANCE_API_KEY: API_KEY,
      BINANCE_API_SECRET: API_SECRET,
      BINANCE_RECEIVER_ID: RECEIVER_ID,
      // Client and server share one event loop, so this is long enough for every request that is answered.
      BINANCE_TIMEOUT_MS: '5000',
      BINANCE_PAUSE_MS: '0',
      BPAY_VERIFIES_PER_MINUTE: '10000',
    };
  }

  /**
   * Simulates a payment by a customer. A `transactionId` without an `orderId` creates a row in the old format.
   *
   * @returns the Order ID that Binance's app shows; for an old row, the number of its transactionId
   */
  pay(amount: string | number, change: Partial<FakeTransfer> = {}): string {
    const transfer = {
      orderId: change.transactionId ? null : orderId(),
      transactionId: transactionId(),
      transactionTime: Date.now() + this.clockShiftMs,
      amount: String(amount),
      currency: 'USDT',
      receiverId: RECEIVER_ID,
      ...change,
    };
    this.transfers.push(transfer);
    return transfer.orderId ?? transfer.transactionId.replace('M_P_', '');
  }

  /** Holds back answers until the returned function is called. */
  hold(): () => void {
    let release = () => undefined as void;
    this.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  reset(): void {
    this.mode = 'ok';
    this.clockShiftMs = 0;
    this.transfers = [];
    this.calls = [];
    this.maxConcurrent = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, raw = ''] = (request.url ?? '').split('?');
    const query = new URLSearchParams(raw);
    this.calls.push({ start: Number(query.get('startTime')), end: Number(query.get('endTime')) });
    this.open += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.open);
    await this.gate;
    this.open -= 1;
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const date = new Date(Date.now() + this.clockShiftMs).toUTCString();
      response.writeHead(status, { 'content-type': 'application/json', date, ...headers });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.end(text.replace(/"number:([^"]*)"/g, '$1'));
    };
    const refuse = (status: number, code: number, msg: string) => send(status, { code, msg });

    if (path !== PATH) return refuse(404, -1000, 'No such path.');
    if (this.mode === 'silent') return;
    if (this.mode === 'blocked')
      return refuse(451, 0, 'Service unavailable from a restricted location');
    if (this.mode === 'garbage') return send(200, '<html>');
    if (this.mode === 'down') return send(503, { code: '000000', success: true, data: [] });
    if (this.mode === 'limited')
      return send(429, { code: -1003, msg: '' }, { 'retry-after': '40' });
    if (this.mode === 'banned')
      return send(418, { code: -1003, msg: '' }, { 'retry-after': '400' });
    if (this.mode === 'bad-key' || request.headers['x-mbx-apikey'] !== API_KEY) {
      return refuse(401, -2015, 'Invalid API-key, IP, or permissions for action.');
    }
    const [, signed = '', signature] = /^(.*)&signature=([^&]*)$/.exec(raw) ?? [];
    const expected = createHmac('sha256', API_SECRET).update(signed).digest('hex');
    if (this.mode === 'bad-signature' || signature !== expected) {
      return refuse(400, -1022, 'Signature for this request is not valid.');
    }
    const ageMs = Date.now() + this.clockShiftMs - Number(query.get('timestamp'));
    if (ageMs > Number(query.get('recvWindow')) || ageMs < -1_000) {
      return refuse(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
    }
    send(200, { code: '000000', message: 'success', success: true, data: this.rows(query) });
  }

  private rows(query: URLSearchParams): object[] {
    const [start, end] = [Number(query.get('startTime')), Number(query.get('endTime'))];
    const limit = Math.min(Number(query.get('limit')), MAX_ROWS);
    return this.transfers
      .filter(({ transactionTime: at }) => at >= start && at <= end)
      .toSorted((a, b) => b.transactionTime - a.transactionTime)
      .slice(0, limit)
      .map(({ receiverId, orderId, fields, ...one }) => ({
        uid: asNumber(RECEIVER_ID),
        orderType: 'C2C',
        ...(orderId !== null && { orderId, counterpartyId: 579_300_001, note: '' }),
        ...one,
        walletType: 1,
        walletTypes: ['1'],
        fundsDetail: [{ currency: one.currency, amount: one.amount }],
        payerInfo: { name: 'A Payer', type: 'USER', accountId: '67736251' },
        receiverInfo: { type: 'USER', binanceId: receiverId, extend: {} },
        ...fields,
      }));
  }
}

/** 18 digits without a leading 0. */
const orderId = () => `${randomInt(1e8, 1e9)}${randomInt(1e8, 1e9)}`;

/** Prefix, then letters and digits, as in current rows. */
const transactionId = () =>
  `P_A1${randomInt(36 ** 8)
    .toString(36)
    .toUpperCase()}Z${randomInt(1e6)}`;
