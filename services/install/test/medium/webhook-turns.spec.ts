import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { Lease } from '@casement/common/data/jobs/lease.js';
import { slowWebhooks } from '../../src/webhooks/sending/webhook-worker.js';
import { installApp } from '../factories/install-app.js';

const PLACES = 48;

describe('queue of slow webhooks', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  beforeAll(async () => {
    app = await installApp();
    db = app.get(Database);
  });
  afterAll(() => app.close());
  beforeEach(() => db.query('DELETE FROM webhook_endpoint'));

  /** Adds a user whose endpoints each have a due delivery and have waited for this interval. */
  const addUser = async (endpoints: number, waited = '1 hour') => {
    const userId = newId();
    await db.query(
      `WITH added AS (
         INSERT INTO webhook_endpoint (id, user_id, url, events, secret, run_after)
         SELECT gen_random_uuid(), $1, 'https://panel.example/', '{}', '', now() - $3::interval - n * interval '1 ms'
           FROM generate_series(1, $2) AS n RETURNING id)
       INSERT INTO webhook_delivery (id, endpoint_id, event_id, event, payload)
       SELECT gen_random_uuid(), id, gen_random_uuid(), 'webhook.test', '' FROM added`,
      [userId, endpoints, waited],
    );
    return userId;
  };
  const table = () => slowWebhooks(db, 30);
  const ownersOf = async (leases: readonly Lease[]) => {
    const rows = await db.query<{ endpoints: number }>(
      `SELECT count(*)::int AS endpoints FROM webhook_endpoint WHERE id = ANY ($1) GROUP BY user_id`,
      [leases.map(({ id }) => id)],
    );
    return rows.map(({ endpoints }) => endpoints);
  };

  it('serves at most 4 endpoints of a user at a time, also with two workers', async () => {
    await addUser(10);
    const claimed = await Promise.all([
      table().claimBatch('first', PLACES),
      table().claimBatch('second', PLACES),
    ]);
    expect(claimed.flat()).toHaveLength(4);
    expect(await table().claimBatch('third', PLACES)).toEqual([]);
    await table().release(claimed.flat()[0], 0);
    expect(await table().claimBatch('third', PLACES)).toHaveLength(1);
  });

  it('gives the next free place to a new user while 12 users with 120 endpoints fill all places', async () => {
    for (let n = 0; n < 12; n++) await addUser(10);
    const served = await table().claimBatch('worker', PLACES);
    expect(await ownersOf(served)).toEqual(Array(12).fill(4));
    const newcomer = await addUser(1, '0 seconds');
    await table().release(served[0], 0);
    const [next] = await table().claimBatch('worker', 1);
    const [row] = await db.query<{ user_id: string }>(
      'SELECT user_id FROM webhook_endpoint WHERE id = $1',
      [next.id],
    );
    expect(row).toEqual({ user_id: newcomer });
  });

  it('shares the places that are free among users in turn', async () => {
    for (let n = 0; n < 5; n++) await addUser(10);
    expect(await ownersOf(await table().claimBatch('worker', 5))).toEqual(Array(5).fill(1));
    expect(await ownersOf(await table().claimBatch('worker', 10))).toEqual(Array(5).fill(2));
  });

  it('serves the endpoints of a user in rotation', async () => {
    await addUser(6);
    const first = await table().claimBatch('worker', PLACES);
    for (const lease of first) await table().release(lease, 0);
    const then = await table().claimBatch('worker', 2);
    const served = new Set(first.map(({ id }) => id));
    expect(then.map(({ id }) => served.has(id))).toEqual([false, false]);
  });
});
