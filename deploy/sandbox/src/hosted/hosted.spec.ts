import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@casement/local/ports.js';
import { temporaryFolder } from '@casement/local/testing/temporary-folder.js';
import { waitUntil } from '@casement/local/wait-until.js';
import { startSandbox, type Sandbox } from '../sandbox.js';

const folder = temporaryFolder();
const midtrans = { serverKey: 'SB-Mid-server-x' };
const stripe = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' };
const basic = `Basic ${Buffer.from('SB-Mid-server-x:').toString('base64')}`;
let merchant: Server;
let merchantUrl: string;
let callbacks: Record<string, unknown>[] = [];
let sandbox: Sandbox;
let url: string;

beforeAll(async () => {
  merchant = createServer((request, response) => {
    void text(request).then((body) => {
      callbacks.push(JSON.parse(body) as Record<string, unknown>);
      response.end('{"success":true}');
    });
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  merchantUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/`;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'hosted.json');
  const accounts = { midtrans, stripe: { ...stripe, webhookUrl: merchantUrl } };
  sandbox = (await startSandbox({ port, url, file, ...accounts }))!;
});
afterAll(async () => {
  await sandbox.close();
  merchant.close();
});
beforeEach(() => (callbacks = []));

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${url}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const act = (path: string) => ask(`/_sandbox/${path}`, { method: 'POST' });

describe('Midtrans sandbox', () => {
  const create = (order_id: string, price = 50_000, authorization = basic) =>
    ask('/midtrans/snap/v1/transactions', {
      method: 'POST',
      headers: { authorization, 'x-override-notification': merchantUrl },
      body: JSON.stringify({
        transaction_details: { order_id, gross_amount: 50_000 },
        item_details: [{ id: 'x', name: 'Quota', price, quantity: 1 }],
        customer_details: { email: 'ana@example.com' },
        enabled_payments: ['gopay'],
        expiry: { duration: 60 },
        callbacks: { finish: 'http://localhost:8080/dashboard' },
      }),
    });
  const status = (id: string) =>
    ask(`/midtrans/v2/${id}/status`, { headers: { authorization: basic } });

  it('knows an order only after the customer has chosen how to pay', async () => {
    expect(await create('A1')).toMatchObject({ status: 201, body: { token: expect.any(String) } });
    expect((await status('A1')).body).toMatchObject({ status_code: '404' });
    await act('midtrans/A1/choose');
    expect((await status('A1')).body).toMatchObject({
      status_code: '201',
      transaction_status: 'pending',
      gross_amount: '50000.00',
    });
    await waitUntil(() => callbacks.length > 0, 60_000);
    expect(callbacks[0]).toMatchObject({ order_id: 'A1', signature_key: expect.any(String) });
  });

  it('refuses a wrong key, a used order id and items that do not add up', async () => {
    expect(await create('A2', 50_000, 'Basic eDo=')).toMatchObject({ status: 401 });
    expect(await create('A2', 49_999)).toMatchObject({ status: 400 });
    await create('A2');
    expect(await create('A2')).toMatchObject({
      status: 400,
      body: { error_messages: [expect.stringContaining('order_id')] },
    });
  });
});

describe('Stripe sandbox', () => {
  const headers = { authorization: `Bearer ${stripe.secretKey}`, 'idempotency-key': 'once' };
  const form = () =>
    new URLSearchParams({
      mode: 'payment',
      client_reference_id: 'B1',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'idr',
      'line_items[0][price_data][unit_amount]': '5000000',
      'line_items[0][price_data][product_data][name]': 'Quota',
      expires_at: String(Math.floor(Date.now() / 1000) + 3_600),
    });
  const create = () =>
    ask('/v1/checkout/sessions', { method: 'POST', headers, body: form().toString() });

  it('answers a repeated idempotency key with the first session', async () => {
    const first = await create();
    expect(first.body).toMatchObject({ object: 'checkout.session', payment_status: 'unpaid' });
    expect(await create()).toEqual(first);
  });

  it('sends checkout.session.completed before a delayed payment is paid', async () => {
    await act('stripe/B1/choose');
    await waitUntil(() => callbacks.length > 0, 60_000);
    await act('stripe/B1/pay');
    await waitUntil(() => callbacks.length > 1, 60_000);
    expect(callbacks).toMatchObject([
      { type: 'checkout.session.completed', data: { object: { payment_status: 'unpaid' } } },
      {
        type: 'checkout.session.async_payment_succeeded',
        data: { object: { payment_status: 'paid' } },
      },
    ]);
  });

  it('refuses a wrong key', async () => {
    expect(await ask('/v1/balance', { headers: { authorization: 'Bearer x' } })).toMatchObject({
      status: 401,
      body: { error: { type: 'authentication_error' } },
    });
  });
});
