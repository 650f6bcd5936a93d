import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { BatchesService } from '../../src/batches/batches.service.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { aRow, BatchDriver } from '../factories/batch-driver.js';
import { expectExactQuota } from '../factories/exact-quota.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { installApp } from '../factories/install-app.js';

const RUNS = Number(process.env.BATCH_RACES_RUNS ?? 6);

jest.setTimeout(120_000 + RUNS * 20_000);

/** Answers after a few milliseconds, so that concurrent calls interleave. */
class SlowQuota extends FakeQuota {
  override async hold(installId: string) {
    await delay(Math.random() * 20);
    const held = await super.hold(installId);
    await delay(Math.random() * 20);
    return held;
  }
}

const SIZE = 4;
const QUOTA = 3;
const LIMIT = 2;

const REQUESTS = [
  'start',
  'pause',
  'resume',
  'cancel',
  'retry',
  'retry-row',
  'cancel-row',
  'suspend',
] as const;

/** Requests that arrive together while two workers hold the batch and checks and installs end. */
const moment = fc.record({
  requests: fc.array(
    fc.record({ name: fc.constantFrom(...REQUESTS), row: fc.integer({ min: 1, max: SIZE }) }),
    { minLength: 2, maxLength: 8 },
  ),
  failing: fc.integer({ min: 1, max: SIZE }),
});

describe('a batch whose requests race', () => {
  const quota = new SlowQuota();
  let app: Awaited<ReturnType<typeof installApp>>;

  beforeAll(async () => {
    app = await installApp({ quota, env: { DATABASE_POOL_SIZE: '20' } });
  });
  afterAll(() => app.close());
  beforeEach(() => reset());

  const reset = async () => {
    for (const table of ['install', 'vps_check', 'install_batch'])
      await app.database.query(`DELETE FROM ${table}`);
    quota.left = QUOTA;
    quota.held.clear();
    quota.released.clear();
  };
  const sweep = () => app.get(InstallReservations).sweep(new Date(Date.now() + 61_000));
  const aReadyBatch = async () => {
    const user = new BatchDriver(app, newId());
    const { id } = await user.create({ rows: Array.from({ length: SIZE }, (_, n) => aRow(n)) });
    await user.check(id);
    return { user, id };
  };
  const check = (id: string) =>
    expectExactQuota(app, quota, { id, size: SIZE, limit: LIMIT, bought: QUOTA });
  const send = async (user: BatchDriver, id: string, name: (typeof REQUESTS)[number], row = 1) => {
    if (name === 'suspend') {
      await app
        .get(Database)
        .transaction((tx) => app.get(BatchesService).pauseAllOf(tx, user.userId));
      return 200;
    }
    const path = name.endsWith('-row') ? `rows/${row}/${name.replace('-row', '')}` : name;
    const bodies: Partial<Record<typeof name, object>> = {
      start: { limit: LIMIT },
      'retry-row': { passwd_vps: 'again', passwd_rdp: 'Secret-1!' },
    };
    const { status } = await user.post(`/${id}/${path}`, bodies[name]);
    expect([name, [200, 409].includes(status) || status]).toEqual([name, true]);
    return status;
  };

  it('§9 starts once when two start it at the same time, and holds one quota per machine', async () => {
    const { user, id } = await aReadyBatch();
    const polls = [user.poll(id), user.poll(id)];
    const starts = Array.from({ length: 6 }, () => send(user, id, 'start'));
    expect((await Promise.all(starts)).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await Promise.all(polls);
    for (let n = 0; n < 3; n += 1) {
      await Promise.all([user.poll(id), user.poll(id), user.poll(id)]);
      await check(id);
    }
    expect(quota.held.size).toBe(LIMIT);
    const audited = await app.nats.events('security.audit.recorded.v1');
    expect(audited.filter(({ payload }) => payload.target === `batch:${id}`)).toHaveLength(1);
  });

  it('§9 keeps the books exact when starts, cancellations, pauses and retries race', async () => {
    const property = fc.asyncProperty(
      fc.array(moment, { minLength: 3, maxLength: 6 }),
      async (moments) => {
        await reset();
        const { user, id } = await aReadyBatch();
        for (const { requests, failing } of moments) {
          await Promise.all([
            ...requests.map(({ name, row }) => send(user, id, name, row)),
            user.poll(id),
            user.poll(id),
            user.endChecks(),
          ]);
          await user.endInstalls((ip) => (ip === aRow(failing - 1).ip ? 'failed' : null));
          await check(id);
        }
        await send(user, id, 'resume');
        for (let n = 0; n < 20; n += 1) {
          await sweep();
          await user.endChecks();
          await user.endInstalls();
          await user.poll(id);
          await check(id);
          if ((await user.get(id)).finished_at) break;
        }
        const { status, counts } = await user.get(id);
        // A batch that was never started waits for its user.
        if (status === 'ready') expect(quota.held.size).toBe(0);
        else expect(['ended', 'cancelled']).toContain(status);
        expect(counts.completed).toBe(quota.held.size);
        expect(quota.left).toBe(QUOTA - counts.completed);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
