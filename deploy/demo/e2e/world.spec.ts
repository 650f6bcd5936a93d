import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@casement/local/ports.js';
import { waitUntil } from '@casement/local/wait-until.js';
import { Front } from '../src/front.js';
import { Machines } from '../src/machines.js';
import { Person } from '../src/person.js';
import { Product } from '../src/product.js';
import { startReceiver } from '../src/webhook-receiver.js';
import { importWindows, writeToolkit } from '../src/windows.js';
import { CUSTOMER, World } from '../src/world.js';

const PASSWORD = 'Demo-Admin-Pass-1';
const PATIENCE_MS = 120_000;
jest.setTimeout(5 * PATIENCE_MS);

interface Topup {
  id: string;
  status: string;
  payment_method: string;
}
interface Delivery {
  event: string;
  status: string;
  tries: { status: number | null }[];
}
interface Batch {
  status: string;
  rows: { status: string }[];
}

/** Polls until the answer fits, because events are processed asynchronously. */
async function eventually<Data>(
  person: Person,
  path: string,
  fits: (data: Data) => boolean,
): Promise<Data> {
  let data: Data | undefined;
  const isFound = async () => fits((data = await person.call<Data>('GET', path)));
  if (!(await waitUntil(isFound, PATIENCE_MS, 250)))
    throw new Error(`${path} has not become as expected: ${JSON.stringify(data)}`);
  return data!;
}

describe('make demo', () => {
  let product: Product;
  let machines: Machines;
  let front: Front;
  let receiver: Server;
  let world: World;
  let admin: Person;
  let customer: Person;
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-demo-'));

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    process.env['MAIL_PORT'] = String(await freePort());
    process.env['SANDBOX_PORT'] = String(await freePort());
    writeToolkit(join(dataDir, 'demo-toolkit'));
    const port = await freePort();
    product = await Product.start(port, dataDir, PASSWORD, false);
    machines = new Machines(importWindows(product));
    front = new Front(product.base, machines, product.sandboxUrl);
    await front.listen(port);
    receiver = await startReceiver(port);
    world = new World(product, machines, () => undefined, 3);
    await world.create();
    ({ admin } = world);
    customer = new Person(product, CUSTOMER);
    await customer.signIn();
  });
  afterAll(async () => {
    front?.close();
    receiver?.close();
    await machines?.stop();
    await product?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows an administrator payments of every provider and state', async () => {
    const topups = await admin.call<Topup[]>('GET', '/admin/topups?pageSize=100');
    const statuses = new Set(topups.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(['EXPIRED', 'FAILED', 'PAID', 'UNPAID']);
    const paid = topups.filter(({ status }) => status === 'PAID');
    const methods = paid.map(({ payment_method }) => payment_method);
    expect(methods).toEqual(
      expect.arrayContaining(['QRIS', 'MIDTRANS_GOPAY', 'STRIPE_CARD', 'BPAY']),
    );
    type Refunded = { refund: { state: string } | null };
    const refunds = async () => {
      const details = await Promise.all(
        paid.map(({ id }) => admin.call<Refunded>('GET', `/admin/topups/${id}`)),
      );
      const states = details.flatMap(({ refund }) => (refund ? [refund.state] : []));
      return states.sort().join() === 'by_hand,refunded';
    };
    expect(await waitUntil(refunds, PATIENCE_MS, 250)).toBe(true);
    const reviews = await eventually<{ review: string }[]>(
      admin,
      '/admin/topups/review',
      (found) => found.length >= 2,
    );
    expect(reviews.map(({ review }) => review).sort()).toEqual(['amount_mismatch', 'disputed']);
  });

  it('shows an administrator the attack, its block and installs that ended', async () => {
    const alerts = await admin.call<object[]>('GET', '/security/alerts');
    expect(alerts).toContainEqual(
      expect.objectContaining({ rule: 'password-spraying', outcome: 'blocked' }),
    );
    const blocks = await admin.call<{ block_type: string }[]>('GET', '/security/blocked-ips');
    expect(blocks.map(({ block_type }) => block_type).sort()).toEqual(['auto', 'manual', 'manual']);
    const installs = await admin.call<{ status: string }[]>(
      'GET',
      '/admin/install-data?pageSize=100',
    );
    expect(installs.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['completed', 'failed']),
    );
  });

  it('shows the customer a delivered and a failed webhook, a refund and an API key', async () => {
    const [webhook] = await customer.call<{ id: string }[]>('GET', '/user/webhooks');
    const deliveries = await eventually<Delivery[]>(
      customer,
      `/user/webhooks/${webhook?.id}/deliveries`,
      (found) =>
        found.some(({ status }) => status === 'delivered') &&
        found.some(
          ({ event, tries }) =>
            event === 'topup.refunded' && tries.some((one) => one.status === 501),
        ),
    );
    const refused = deliveries.find(({ event }) => event === 'topup.refunded');
    expect(refused).toMatchObject({ status: 'waiting' });
    expect(refused?.tries.map((one) => one.status)).toContain(501);
    expect(await customer.call('GET', '/user/api-keys')).toHaveLength(1);
    expect(await customer.call('GET', '/user/topup/history')).toContainEqual(
      expect.objectContaining({ payment_method: 'STRIPE_CARD', refunded_quantity: 1 }),
    );
  });

  it('runs a batch whose machines are installed while the customer watches', async () => {
    await world.startLiveInstall(0);
    const [{ id }] = await customer.call<[{ id: string }]>('GET', '/user/batches');
    const batch = await eventually<Batch>(customer, `/user/batches/${id}`, ({ rows }) =>
      rows.some(({ status }) => status === 'installing'),
    );
    expect(batch.status).toBe('running');
    expect(batch.rows.map(({ status }) => status)).toContain('unfit');
  });
});
