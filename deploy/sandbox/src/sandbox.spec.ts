import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@casement/local/ports.js';
import { temporaryFolder } from '@casement/local/testing/temporary-folder.js';
import { waitUntil } from '@casement/local/wait-until.js';
import { startSandbox, type Sandbox } from './sandbox.js';
import { sign } from './signature.js';

const tripay = { apiKey: 'DEV-key', privateKey: 'private', merchantCode: 'T0001' };
const binance = { apiKey: 'api', apiSecret: 'secret', receiverId: '35000001' };

interface Callback {
  body: string;
  signature: string;
  event: string;
}

const folder = temporaryFolder();
let sandbox: Sandbox;
let url: string;
let merchant: Server;
let callbackUrl: string;
let callbacks: Callback[] = [];
let merchantAnswer: { status: number; body: string };

beforeAll(async () => {
  merchant = createServer((request, response) => {
    void text(request).then((body) => {
      const header = (name: string) => String(request.headers[name]);
      callbacks.push({
        body,
        signature: header('x-callback-signature'),
        event: header('x-callback-event'),
      });
      response.writeHead(merchantAnswer.status).end(merchantAnswer.body);
    });
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  callbackUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/callback`;
});
afterAll(() => new Promise((resolve) => merchant.close(resolve)));

beforeEach(async () => {
  callbacks = [];
  merchantAnswer = { status: 200, body: '{"success":true}' };
  await start();
  await control('reset');
});
afterEach(() => sandbox.close());

async function start(): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  sandbox = (await startSandbox({ port, url, file: join(folder, 'state.json'), tripay, binance }))!;
}

interface Answer {
  status: number;
  body: Record<string, unknown> & { data?: unknown; message?: string };
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

function gateway(path: string, body?: object, apiKey = tripay.apiKey): Promise<Answer> {
  return ask(`/api-sandbox/${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

function control(path: string, body: object = {}): Promise<Answer> {
  return ask(`/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

function order(change: Record<string, unknown> = {}) {
  const merged = { method: 'QRIS', merchant_ref: 'INV1', amount: 100_000, ...change };
  return {
    customer_name: 'Ana',
    customer_email: 'ana@example.com',
    order_items: [{ name: 'Quota', price: merged.amount, quantity: 1 }],
    callback_url: callbackUrl,
    return_url: 'http://localhost:8080/dashboard',
    signature: sign(tripay.privateKey, `T0001${merged.merchant_ref}${merged.amount}`),
    ...merged,
  };
}

async function create(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { body } = await gateway('transaction/create', order(change));
  return body.data as Record<string, unknown>;
}

describe('payment gateway', () => {
  it("signs like the gateway's published sample", () => {
    const key = 'ytf6ooi2gmlNPfpchd94jDOk8hRWOu';
    expect(sign(key, 'T0001INV555671500000')).toBe(
      '9f167eba844d1fcb369404e2bda53702e2f78f7aa12e91da6715414e65b8c86a',
    );
  });

  it('rejects a wrong API key', async () => {
    expect(await gateway('merchant/payment-channel', undefined, 'other')).toEqual({
      status: 401,
      body: { success: false, message: 'Invalid API Key' },
    });
  });

  it('lists its channels with the percentage as text in the total', async () => {
    const { body } = await gateway('merchant/payment-channel');
    const qris = (body.data as { code: string }[]).find(({ code }) => code === 'QRIS');
    expect(qris).toMatchObject({
      fee_customer: { flat: 750, percent: 0.7 },
      total_fee: { flat: 750, percent: '0.70' },
      active: true,
    });
  });

  it('calculates a fee', async () => {
    const { body } = await gateway('merchant/fee-calculator?amount=100000&code=QRIS');
    expect(body.data).toMatchObject([{ code: 'QRIS', total_fee: { merchant: 0, customer: 1450 } }]);
  });

  it.each([
    ['QRIS', 100_001, 1_451, 0],
    ['OVO', 1_000, 1_000, 0],
    ['SHOPEEPAY', 10_000_000, 50_000, 0],
    ['MANDIRIVA', 100_000, 0, 4_250],
    ['DANA', 50_000, 0, 1_500],
  ])(
    'charges the fee of %s to the party that the merchant chose',
    async (method, amount, customerFee, merchantFee) => {
      const [row] = (await gateway(`merchant/payment-channel?code=${method}`)).body
        .data as object[];
      expect(row).toMatchObject({
        [merchantFee > 0 ? 'fee_customer' : 'fee_merchant']: { flat: 0, percent: 0 },
      });
      const bill = await create({ method, amount, merchant_ref: method });
      const sum = {
        fee_merchant: merchantFee,
        fee_customer: customerFee,
        total_fee: merchantFee + customerFee,
        amount_received: amount - merchantFee,
      };
      expect(bill).toMatchObject({ amount: amount + customerFee, ...sum });
      const fees = await gateway(`merchant/fee-calculator?amount=${amount}&code=${method}`);
      expect(fees.body.data).toMatchObject([
        { total_fee: { merchant: merchantFee, customer: customerFee } },
      ]);
      await control(`transactions/${method}/pay`);
      await waitUntil(() => callbacks.length > 0, 60_000);
      expect(JSON.parse(callbacks[0].body)).toMatchObject({
        total_amount: amount + customerFee,
        ...sum,
      });
    },
  );

  it('creates a bill with a QR code', async () => {
    const bill = await create();
    expect(bill).toMatchObject({ status: 'UNPAID', amount: 101_450, fee_customer: 1450 });
    const image = await fetch(String(bill['qr_url']));
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(bill['pay_code']).toBeNull();
  });

  it('gives virtual accounts a pay code (text or number) and wallets a page', async () => {
    expect(typeof (await create({ method: 'BCAVA' }))['pay_code']).toBe('string');
    expect(typeof (await create({ method: 'BRIVA' }))['pay_code']).toBe('number');
    expect((await create({ method: 'OVO' }))['pay_url']).toContain('/checkout/');
  });

  it.each([
    ['Invalid signature', { signature: 'a'.repeat(64) }],
    ['Minimum amount is 10000', { method: 'BCAVA', amount: 9_999 }],
    ['Maximum amount is 5000000', { amount: 5_000_001 }],
    ['Payment channel is not available', { method: 'MYBVA' }],
    [
      'The total of order_items must equal the amount',
      { order_items: [{ name: 'x', price: 1, quantity: 1 }] },
    ],
    ['The expired_time must lie within 60 minutes', { expired_time: 99_999_999_999 }],
    ['The customer_name field is required', { customer_name: '' }],
  ])('rejects with "%s"', async (message, change) => {
    const { status, body } = await gateway('transaction/create', order(change));
    expect({ status, body }).toEqual({ status: 400, body: { success: false, message } });
  });

  it('finds a bill by reference and by merchant_ref', async () => {
    const { reference } = await create({ merchant_ref: 'INV-A' });
    await create({ merchant_ref: 'INV-B' });
    const detail = await gateway(`transaction/detail?reference=${String(reference)}`);
    expect(detail.body.data).toMatchObject({ merchant_ref: 'INV-A', paid_at: null });
    const list = await gateway('merchant/transactions?merchant_ref=INV-A');
    expect(list.body.data).toMatchObject([{ reference }]);
    expect((await gateway('transaction/detail?reference=none')).status).toBe(404);
    const status = await gateway(`transaction/check-status?reference=${String(reference)}`);
    expect(status.body.message).toContain('UNPAID');
  });

  it('notifies the merchant of a payment with a signature over the exact bytes', async () => {
    const { reference } = await create();
    await control(`transactions/${String(reference)}/pay`);
    await waitUntil(() => callbacks.length > 0, 60_000);
    const [callback] = callbacks;
    expect(callback).toMatchObject({
      event: 'payment_status',
      signature: sign(tripay.privateKey, callback.body),
    });
    expect(JSON.parse(callback.body)).toMatchObject({
      reference,
      merchant_ref: 'INV1',
      payment_method_code: 'QRIS',
      total_amount: 101_450,
      status: 'PAID',
    });
  });

  it('sends a callback up to three times until it is accepted', async () => {
    merchantAnswer = { status: 500, body: '' };
    await control('faults', { callbackRetryMs: 1 });
    await create();
    await control('transactions/INV1/fail');
    const sent = await control('transactions/INV1/callback');
    expect(sent.body['accepted']).toBe(0);
    await waitUntil(() => callbacks.length === 6, 60_000);
    merchantAnswer = { status: 200, body: '{"success":true}' };
    expect((await control('transactions/INV1/callback')).body['accepted']).toBe(1);
    expect(callbacks).toHaveLength(7);
  });

  it('sends the same callback many times concurrently', async () => {
    await create();
    await control('transactions/INV1/pay');
    const { body } = await control('transactions/INV1/callback', { times: 20 });
    expect(body['accepted']).toBe(20);
  });

  it('accepts a late payment, refunds it, and refuses impossible actions', async () => {
    await create();
    await control('transactions/INV1/expire');
    expect((await control('transactions/INV1/pay')).body['status']).toBe('PAID');
    expect((await control('transactions/INV1/expire')).status).toBe(400);
    expect((await control('transactions/INV1/refund')).body['status']).toBe('REFUND');
  });

  it('expires a bill after its time', async () => {
    await create({ expired_time: Math.floor(Date.now() / 1000) + 3 });
    const notified = () => callbacks.some(({ body }) => body.includes('"EXPIRED"'));
    expect(await waitUntil(notified, 60_000)).toBe(true);
  });

  it('keeps its bills across a restart', async () => {
    const { reference } = await create();
    await sandbox.close();
    await start();
    expect((await gateway(`transaction/detail?reference=${String(reference)}`)).status).toBe(200);
  });

  it('simulates an outage and a lost response to a created bill', async () => {
    await control('faults', { down: true });
    expect((await gateway('merchant/payment-channel')).status).toBe(503);
    await control('faults', { down: false, loseCreateAnswers: true });
    await expect(gateway('transaction/create', order())).rejects.toThrow();
    const list = await gateway('merchant/transactions?merchant_ref=INV1');
    expect(list.body.data).toHaveLength(1);
  });

  const sent = () =>
    callbacks.map(
      ({ body }) => JSON.parse(body) as { reference: string; [field: string]: unknown },
    );

  it('accepts an underpayment and reports it in callback and detail', async () => {
    const { reference } = await create();
    await control('transactions/INV1/underpay');
    await waitUntil(() => callbacks.length > 0, 60_000);
    expect(sent()).toMatchObject([{ status: 'PAID', total_amount: 100_450 }]);
    const detail = await gateway(`transaction/detail?reference=${String(reference)}`);
    expect(detail.body.data).toMatchObject({ status: 'PAID', amount: 100_450 });
    expect((await control('transactions/INV1/underpay')).status).toBe(400);
  });

  it('accepts a second payment of the same order under a separate reference', async () => {
    const { reference } = await create();
    expect((await control(`transactions/${String(reference)}/pay-twice`)).status).toBe(400);
    await control(`transactions/${String(reference)}/pay`);
    await control(`transactions/${String(reference)}/pay-twice`);
    await waitUntil(() => callbacks.length === 2, 60_000);
    const [first, second] = sent();
    expect(first.reference).toBe(reference);
    expect(second.reference).not.toBe(reference);
    expect(second).toMatchObject({ merchant_ref: 'INV1', status: 'PAID', total_amount: 101_450 });
  });

  it.each([
    ['UNPAID', [], ['Pay', 'Pay too little', 'Fail', 'Expire']],
    ['EXPIRED', ['expire'], ['Pay late', 'Pay too little']],
    ['PAID', ['pay'], ['Send the payment once more', 'Pay a second time', 'Refund']],
    ['FAILED', ['fail'], []],
    ['REFUND', ['pay', 'refund'], []],
  ])('offers the possible actions for a bill that is %s', async (_, steps, labels) => {
    const bill = await create();
    for (const step of steps) await control(`transactions/INV1/${step}`);
    const page = await (await fetch(String(bill['checkout_url']))).text();
    const shown = [...page.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label);
    expect(shown).toEqual(labels);
  });

  it('lets a user take the provider down and bring it back', async () => {
    const press = () =>
      fetch(`${url}/faults`, { method: 'POST', body: new URLSearchParams({ name: 'down' }) });
    expect(await (await press()).text()).toContain('The provider is down');
    expect((await gateway('merchant/payment-channel')).status).toBe(503);
    expect(await (await press()).text()).toContain('Take the provider down');
    expect((await gateway('merchant/payment-channel')).status).toBe(200);
  });

  it('lets a user pay on its page', async () => {
    const bill = await create();
    const page = await fetch(String(bill['checkout_url']));
    expect(await page.text()).toContain('Rp 101.450');
    const paid = await fetch(`${String(bill['checkout_url'])}/pay`, { method: 'POST' });
    expect(await paid.text()).toContain('PAID');
    expect(await (await fetch(`${url}/`)).text()).toContain(String(bill['reference']));
  });
});

describe('Binance history', () => {
  function history(query: string, secret = binance.apiSecret, key = binance.apiKey) {
    const signed = `${query}&signature=${sign(secret, query)}`;
    return ask(`/sapi/v1/pay/transactions?${signed}`, { headers: { 'x-mbx-apikey': key } });
  }
  const now = () => `timestamp=${Date.now()}`;

  it('mixes rows of the new and the old shape', async () => {
    const at = Date.now();
    for (const n of [0, 1]) {
      await control('binance/transfers', { amount: `${n + 6}.123456`, transactionTime: at - n });
    }
    const { body } = await history(now());
    expect(body).toMatchObject({ code: '000000', success: true });
    const [recent, old] = body.data as Record<string, unknown>[];
    expect(recent).toMatchObject({
      amount: '6.123456',
      currency: 'USDT',
      uid: 35_000_001,
      orderId: expect.stringMatching(/^\d{18}$/) as string,
      note: '',
      walletTypes: ['1'],
      transactionId: expect.stringMatching(/^P_A1[A-Z0-9]+$/) as string,
      receiverInfo: { binanceId: 35_000_001 },
    });
    expect(old).toMatchObject({
      transactionId: expect.stringMatching(/^M_P_\d{18}$/) as string,
      receiverInfo: { binanceId: '35000001' },
    });
    expect(old).not.toHaveProperty('orderId');
  });

  it('lets a user send correct and incorrect transfers on its page, and shows the Order ID', async () => {
    const pay = (way: string) =>
      fetch(`${url}/transfers`, {
        method: 'POST',
        body: new URLSearchParams({ amount: '6.123456', way }),
      });
    for (const way of ['exact', 'less', 'currency', 'late']) await pay(way);
    const { body } = await history(now());
    const rows = body.data as Record<string, string>[];
    expect(rows.map(({ amount, currency }) => `${amount} ${currency}`).toSorted()).toEqual([
      ...['6.11345600 USDT', '6.123456 USDC', '6.123456 USDT', '6.123456 USDT'],
    ]);
    const page = await (await fetch(`${url}/`)).text();
    for (const row of rows) expect(page).toContain(row['transactionId']);
    expect((await pay('exact')).status).toBe(200);
  });

  it('is limited to the time window and to 100 rows, newest first', async () => {
    const at = Date.now();
    for (let n = 0; n < 101; n += 1) {
      await control('binance/transfers', { amount: `${n + 1}`, transactionTime: at - 1_000 - n });
    }
    await control('binance/transfers', { amount: '999', transactionTime: at - 60_000 });
    const { body } = await history(`startTime=${at - 30_000}&endTime=${at}&limit=500&${now()}`);
    const amounts = (body.data as { amount: string }[]).map(({ amount }) => amount);
    expect(amounts).toHaveLength(100);
    expect(amounts[0]).toBe('1');
  });

  it.each([
    [-1022, () => history(now(), 'wrong')],
    [-2015, () => history(now(), undefined, 'wrong')],
    [-1021, () => history(`timestamp=${Date.now() - 60_000}`)],
    [-1102, () => history('limit=5')],
    [-1127, () => history(`startTime=1&${now()}`)],
  ])('rejects with %s', async (code, call) => {
    expect((await call()).body['code']).toBe(code);
  });
});

describe('operator’s pages', () => {
  it('show the message of a customer to support, and a status page', async () => {
    const support = await fetch(`${url}/support?text=${encodeURIComponent('<b>i1</b> 192.0.2.7')}`);
    expect(await support.text()).toContain('&#60;b&#62;i1&#60;/b&#62; 192.0.2.7');
    expect((await fetch(`${url}/status`)).status).toBe(200);
  });
});
