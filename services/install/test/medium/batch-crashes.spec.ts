import fc from 'fast-check';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { aRow, BatchDriver } from '../factories/batch-driver.js';
import { expectExactQuota } from '../factories/exact-quota.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { installApp } from '../factories/install-app.js';

const RUNS = Number(process.env.BATCH_CRASHES_RUNS ?? 6);

jest.setTimeout(120_000 + RUNS * 20_000);

class ProcessDied extends Error {}

/**
 * Simulates a process that dies before or after its nth step. All later steps of a dead process throw, so that it
 * neither writes nor sends requests.
 */
class ProcessDeath {
  private left = Infinity;
  private after = false;
  dead = false;

  dieAt(step: number, after: boolean): void {
    Object.assign(this, { left: step, after, dead: false });
  }

  live(): void {
    Object.assign(this, { left: Infinity, dead: false });
  }

  assertAlive(): void {
    if (this.dead) throw new ProcessDied();
  }

  async step<T>(work: () => Promise<T>): Promise<T> {
    this.assertAlive();
    const isLast = this.left === 0;
    this.left -= 1;
    if (isLast && !this.after) this.die();
    const done = await work();
    if (isLast) this.die();
    return done;
  }

  private die(): never {
    this.dead = true;
    throw new ProcessDied();
  }
}

class MortalQuota extends FakeQuota {
  constructor(private readonly death: ProcessDeath) {
    super();
  }

  override hold(installId: string) {
    return this.death.step(() => super.hold(installId));
  }
}

/** Makes every commit a step at which the process may die. */
function makeKillable(db: Database, death: ProcessDeath): void {
  const commit = db.runInNewTransaction.bind(db);
  db.runInNewTransaction = (work) => death.step(() => commit(work));
  const { manager } = db;
  Object.defineProperty(db, 'manager', {
    get: () => {
      death.assertAlive();
      return manager;
    },
  });
}

const SIZE = 4;
const QUOTA = 3;
const LIMIT = 2;

const doing = fc.constantFrom('check', 'end', 'pause', 'resume', 'retry', 'cancel-row', 'sweep');

const moment = fc.record({
  /** Action that happens concurrently with the worker's run. */
  act: doing,
  row: fc.integer({ min: 1, max: SIZE }),
  /** Whether another worker takes over the batch during the run. */
  takenOver: fc.boolean(),
  dieAt: fc.option(fc.integer({ min: 0, max: 8 })),
  after: fc.boolean(),
});

describe('batch whose worker dies or is replaced between any two steps', () => {
  const death = new ProcessDeath();
  const quota = new MortalQuota(death);
  let app: Awaited<ReturnType<typeof installApp>>;

  beforeAll(async () => {
    app = await installApp({ quota, env: { DATABASE_POOL_SIZE: '10' } });
    makeKillable(app.get(Database), death);
  });
  afterAll(() => app.close());

  const query = <T>(sql: string, parameters: unknown[] = []) =>
    app.database.query<T>(sql, parameters);
  const sweep = () => app.get(InstallReservations).sweep(new Date(Date.now() + 61_000));

  /** Fails the first install of one machine and completes all others. */
  const endOf = (seen: Set<string>) => (ip: string) => {
    if (ip !== aRow(1).ip || seen.has(ip)) return 'completed' as const;
    seen.add(ip);
    return 'failed' as const;
  };

  const poll = async (user: BatchDriver, id: string) => {
    await user.poll(id).catch((error: unknown) => {
      if (!(error instanceof ProcessDied) && !death.dead) throw error;
    });
  };

  const check = (id: string) =>
    expectExactQuota(app, quota, { id, size: SIZE, limit: LIMIT, bought: QUOTA });

  it('§9 holds exactly one quota per machine and always finishes', async () => {
    const property = fc.asyncProperty(
      fc.array(moment, { minLength: 4, maxLength: 12 }),
      fc.boolean(),
      async (moments, isCancelled) => {
        death.live();
        for (const table of ['install', 'vps_check', 'install_batch'])
          await query(`DELETE FROM ${table}`);
        Object.assign(quota, { left: QUOTA });
        quota.held.clear();
        const user = new BatchDriver(app, newId());
        const failedOnce = new Set<string>();
        const { id } = await user.create({
          rows: Array.from({ length: SIZE }, (_, n) => aRow(n)),
        });
        await user.check(id);
        await user.post(`/${id}/start`, { limit: LIMIT }).expect(200);

        const act = async (name: string, row: number): Promise<unknown> => {
          if (name === 'check') return user.endChecks();
          if (name === 'end') return user.endInstalls(endOf(failedOnce));
          if (name === 'sweep') return sweep();
          if (name === 'pause' || name === 'resume') return user.post(`/${id}/${name}`);
          const path = `/${id}/rows/${row}/${name === 'retry' ? 'retry' : 'cancel'}`;
          const body = { passwd_vps: 'again', passwd_rdp: 'Secret-1!' };
          return user.post(path, name === 'retry' ? body : {});
        };
        for (const { act: name, row, takenOver, dieAt, after } of moments) {
          await act(name, row);
          if (dieAt !== null) death.dieAt(dieAt, after);
          await Promise.all([poll(user, id), ...(takenOver ? [poll(user, id)] : [])]);
          death.live();
          await check(id);
        }

        if (isCancelled) await user.post(`/${id}/cancel`);
        else await user.post(`/${id}/resume`);
        for (let n = 0; n < 20; n += 1) {
          await sweep();
          await user.endChecks();
          await user.endInstalls(() => 'completed');
          await poll(user, id);
          await check(id);
          if ((await user.get(id)).finished_at) break;
        }
        const batch = await user.get(id);
        expect(batch).toMatchObject({ finished_at: expect.any(String) });
        expect(batch.counts.completed).toBe(quota.held.size);
        const left = await query(`SELECT id FROM install WHERE status = 'reserving'`);
        expect(left).toEqual([]);
        if (!isCancelled) {
          const unfinished = ['checking', 'ready', 'starting', 'installing'];
          expect(batch.rows.filter(({ status }) => unfinished.includes(status))).toEqual([]);
        }
      },
    );
    await fc.assert(property, {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [
        // The process dies with a held and unreported quota, the sweep runs, and the process starts again.
        [
          [
            { act: 'check', row: 1, takenOver: false, dieAt: 2, after: true },
            { act: 'sweep', row: 1, takenOver: false, dieAt: null, after: false },
            { act: 'end', row: 1, takenOver: true, dieAt: 4, after: false },
            { act: 'retry', row: 2, takenOver: true, dieAt: null, after: false },
          ],
          false,
        ],
      ],
    });
  });
});
