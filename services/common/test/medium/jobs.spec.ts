import { Pool } from 'pg';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { deleteEach, deleteInBatches } from '@casement/common/data/jobs/delete-in-batches.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { LeaseTable, type LeasedRow } from '@casement/common/data/jobs/lease-table.js';
import { LeaseWorker } from '@casement/common/data/jobs/lease-worker.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { NamedLease, NamedLeaseEntity } from '@casement/common/data/jobs/named-lease.js';
import { nextTurn } from '@casement/common/data/jobs/next-turn.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

@Entity('task')
class Task implements LeasedRow {
  @PrimaryColumn('text') id!: string;
  @Column('integer') leaseEpoch!: number;
  @Column('integer') runs!: number;
}

describe('background jobs', () => {
  let database: TestDatabase;
  let source: DataSource;
  let db: Database;
  const never = new AbortController().signal;

  beforeAll(async () => {
    configureLogging('test', 'silent');
    database = await testDatabase(commonMigrations);
    const entities = [NamedLeaseEntity, Task];
    source = createDataSource({ url: database.url, applicationName: 'jobs', entities });
    await source.initialize();
    db = new Database(source);
    await database.query(`
      CREATE TABLE task (
        id text PRIMARY KEY, owner text, status text NOT NULL DEFAULT 'open', runs integer NOT NULL DEFAULT 0,
        lease_owner text, lease_epoch integer NOT NULL DEFAULT 0, lease_until timestamptz,
        turn bigint NOT NULL DEFAULT 0, begun boolean NOT NULL DEFAULT false,
        run_after timestamptz NOT NULL DEFAULT now())`);
  });
  afterEach(() => database.query('TRUNCATE task, lease'));
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  const tasks = (leaseSeconds = 30) =>
    new LeaseTable(db, { entity: Task, open: `status = 'open'`, leaseSeconds });
  const add = (...ids: string[]) =>
    database.query(`INSERT INTO task (id) SELECT unnest($1::text[])`, [ids]);
  const expire = (table: 'task' | 'lease') =>
    database.query(`UPDATE ${table} SET lease_until = now() - interval '1 second'`);

  describe(claimDue.name, () => {
    const taskRow = z.object({ id: z.string(), leaseEpoch: z.number(), runs: z.number() });
    const claim = (limit = 1) =>
      claimDue(db.manager, taskRow, 'task', {
        due: 'run_after',
        open: `status = 'open'`,
        set: 'runs = runs + 1',
        claimMs: 60_000,
        limit,
      });

    it('claims each open row once, longest due first', async () => {
      await add('a', 'b', 'done');
      await database.query(`UPDATE task SET status = 'done' WHERE id = 'done'`);
      await database.query(`UPDATE task SET run_after = now() - interval '1 hour' WHERE id = 'b'`);
      expect(await claim()).toEqual([{ id: 'b', leaseEpoch: 0, runs: 1 }]);
      const claims = await Promise.all(Array.from({ length: 4 }, () => claim()));
      expect(claims.flat().map(({ id }) => id)).toEqual(['a']);
    });

    it('claims at most `limit` rows and postpones them', async () => {
      await add('a', 'b', 'c');
      const ids = [...(await claim(2)), ...(await claim(2))].map(({ id }) => id);
      expect(ids.sort()).toEqual(['a', 'b', 'c']);
      const [later] = await database.query<{ later: number }>(
        "SELECT count(*)::int AS later FROM task WHERE run_after > now() + interval '50 seconds'",
      );
      expect(later).toEqual({ later: 3 });
    });
  });

  describe(LeaseTable.name, () => {
    it('leases a row to one worker, longest due first, only while it is open and due', async () => {
      await add('a', 'b', 'done', 'later');
      await database.query(`UPDATE task SET status = 'done' WHERE id = 'done'`);
      await database.query(
        `UPDATE task SET run_after = now() + interval '1 hour' WHERE id = 'later'`,
      );
      await database.query(`UPDATE task SET run_after = now() - interval '1 hour' WHERE id = 'b'`);
      const first = await tasks().claim('w');
      expect(first).toEqual({ id: 'b', epoch: 1 });
      const claims = await Promise.all(Array.from({ length: 8 }, () => tasks().claim('w')));
      expect(claims.filter((claim) => claim !== null)).toEqual([{ id: 'a', epoch: 1 }]);
    });

    it('serves owners in turns, so 500 waiting rows of one owner do not delay others', async () => {
      const open = `status = 'open'`;
      const turns = { table: 'task', open, waiting: `${open} AND NOT begun`, owner: 'owner' };
      const table = new LeaseTable(db, { entity: Task, open, leaseSeconds: 30, fairTurns: true });
      const bring = async (owner: string, count: number) => {
        for (let n = 1; n <= count; n += 1)
          await db.transaction(async (tx) => {
            const turn = await nextTurn(tx, turns, owner);
            await tx.query(`INSERT INTO task (id, owner, turn) VALUES ($1, $2, $3)`, [
              `${owner}-${n}`,
              owner,
              turn,
            ]);
          });
      };
      const serve = async (count: number) => {
        const ids: string[] = [];
        while (ids.length < count) {
          const { id } = (await table.claim('w'))!;
          await database.query(`UPDATE task SET begun = true WHERE id = $1`, [id]);
          ids.push(id);
        }
        return ids;
      };
      await bring('many', 500);
      // A single owner gets every slot.
      expect(await serve(4)).toEqual(['many-1', 'many-2', 'many-3', 'many-4']);
      for (const one of ['a', 'b', 'c', 'd', 'e']) await bring(one, 1);
      expect(await serve(6)).toEqual(['many-5', 'a-1', 'b-1', 'c-1', 'd-1', 'e-1']);
      // Two owners with many rows take turns, and a new owner does not overtake waiting ones.
      await bring('more', 100);
      expect(await serve(4)).toEqual(['many-6', 'more-1', 'many-7', 'more-2']);
      // Started rows that have become due precede all waiting ones.
      await expire('task');
      expect(await serve(1)).toEqual(['many-1']);
    });

    it('refuses writes of an earlier holder', async () => {
      await add('a');
      const table = tasks();
      const old = (await table.claim('first'))!;
      await expire('task');
      const current = (await table.claim('second'))!;
      expect(current.epoch).toBe(old.epoch + 1);
      expect(await table.renew(old)).toBe(false);
      expect(await table.renew(current)).toBe(true);
      await table.release(old, 0);
      await expect(db.transaction((tx) => table.hold(tx, old))).rejects.toThrow(LeaseLost);
      const held = await db.transaction((tx) => table.hold(tx, current));
      expect(held).toMatchObject({ id: 'a', leaseEpoch: 2 });
      expect(await table.claim('third')).toBeNull();
    });

    it('leases a released row again when it is due', async () => {
      await add('a');
      const table = tasks();
      await table.release((await table.claim('w'))!, 60_000);
      expect(await table.claim('w')).toBeNull();
      await database.query(`UPDATE task SET run_after = now()`);
      const again = (await table.claim('w'))!;
      await table.release(again, 0);
      // Simulates a renewal that was in flight during the release.
      expect(await table.renew(again)).toBe(false);
      expect(await table.claim('w')).toEqual({ id: 'a', epoch: 3 });
    });
  });

  describe(LeaseWorker.name, () => {
    it('works on every row once with two workers', async () => {
      const ids = Array.from({ length: 40 }, (_, n) => `task-${n}`);
      await add(...ids);
      const run = async (lease: HeldLease<Task>) => {
        await db.transaction(async (tx) => {
          await lease.hold(tx);
          await tx.query(`UPDATE task SET runs = runs + 1, status = 'done' WHERE id = $1`, [
            lease.id,
          ]);
        });
        return 0;
      };
      const workers = ['one', 'two'].map(
        (name) => new LeaseWorker({ name, table: tasks(), concurrency: 3, run }),
      );
      workers.forEach((worker) => worker.start());
      const rows = () => database.query(`SELECT runs FROM task WHERE status = 'done'`);
      await waitFor(async () => (await rows()).length === ids.length);
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(await rows()).toEqual(ids.map(() => ({ runs: 1 })));
    });
  });

  describe(Jobs.prototype.drain.name, () => {
    it('leaves due rows to others, lets work finish, and releases the rest on stop', async () => {
      const ends = new Map<string, (value: number) => void>();
      const run = ({ id, signal }: HeldLease<Task>) =>
        new Promise<number>((resolve, reject) => {
          ends.set(id, resolve);
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        });
      const going = new Jobs(db);
      going.add(new LeaseWorker({ name: 'task', table: tasks(), concurrency: 3, run }));
      await add('short', 'long');
      going.start();
      await waitFor(() => ends.size === 2);
      going.drain();
      // A slot is free, but this replica is draining and must not claim the row.
      await add('late');
      const open = () =>
        database.query<{ id: string; owned: boolean; due: boolean }>(
          `SELECT id, lease_owner IS NOT NULL AS owned, run_after <= now() AS due FROM task ORDER BY id`,
        );
      ends.get('short')?.(3_600_000);
      await waitFor(async () => (await open()).some(({ id, owned }) => id === 'short' && !owned));
      const other = (await tasks().claim('other'))!;
      expect(other).toEqual({ id: 'late', epoch: 1 });
      await going.beforeApplicationShutdown();
      expect(await open()).toEqual([
        { id: 'late', owned: true, due: true },
        { id: 'long', owned: false, due: true },
        { id: 'short', owned: false, due: false },
      ]);
      expect((await tasks().claim('other'))?.id).toBe('long');
    });
  });

  describe(Jobs.prototype.exclusive.name, () => {
    /** Starts a replica; `working` is the lease of its current work, if any. */
    const replica = () => {
      const jobs = new Jobs(db);
      const state: { working?: HeldLease<NamedLeaseEntity>; started: number } = { started: 0 };
      jobs.exclusive('poll', 1, async (lease) => {
        state.working = lease;
        state.started += 1;
        await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
        delete state.working;
      });
      jobs.start();
      return { state, stop: () => jobs.beforeApplicationShutdown() };
    };

    it('runs on one of two replicas and then on the other', async () => {
      const replicas = [replica(), replica()];
      const working = () => replicas.filter(({ state }) => state.working);
      const [first] = await waitFor(() => working().length > 0 && working());
      const rivals = new NamedLease(db, 'poll', 1);
      expect(await rivals.claim('a third')).toBeNull();
      await first.stop();
      const [second] = await waitFor(() => working().length > 0 && working());
      expect(second).not.toBe(first);
      await second.stop();
    });

    it('aborts work whose lease was taken over and refuses its writes', async () => {
      const { state, stop } = replica();
      const held = await waitFor(() => state.working);
      await expire('lease');
      const usurper = new NamedLease(db, 'poll', 1);
      const stolen = await usurper.claim('a third');
      // Either the renewal or the claim came first.
      if (stolen) {
        await expect(db.transaction((tx) => held.hold(tx))).rejects.toThrow(LeaseLost);
        await waitFor(() => held.signal.aborted);
        expect(held.signal.reason).toBeInstanceOf(LeaseLost);
        await usurper.release(stolen, 0);
        await waitFor(() => state.started === 2);
      }
      await stop();
    });

    it('lets transactions of the holder run concurrently', async () => {
      const lease = new NamedLease(db, 'poll', 30);
      const held = (await lease.claim('w'))!;
      await db.transaction(async (tx) => {
        await lease.hold(tx, held);
        await db.transaction((other) => lease.hold(other, held));
      });
    });
  });

  describe(deleteInBatches.name, () => {
    it('deletes only matching rows, in several statements', async () => {
      await add(...Array.from({ length: 25 }, (_, n) => `old-${n}`), 'new');
      const query = jest.spyOn(Pool.prototype, 'query');
      const deletion = { table: 'task', where: 'id LIKE $1', parameters: ['old-%'], batch: 10 };
      expect(await deleteInBatches(db, deletion, never)).toBe(25);
      expect(query).toHaveBeenCalledTimes(3);
      expect(await database.query('SELECT id FROM task')).toEqual([{ id: 'new' }]);
      query.mockRestore();
    });

    it('leaves locked rows to the next run and ends early on shutdown', async () => {
      await add('a', 'b', 'c');
      const deletion = { table: 'task', where: 'true', batch: 1 };
      await db.transaction(async (tx) => {
        await tx.query(`SELECT 1 FROM task WHERE id = 'a' FOR UPDATE`);
        expect(await deleteInBatches(db, deletion, never)).toBe(2);
      });
      expect(await deleteInBatches(db, deletion, AbortSignal.abort())).toBe(0);
      expect(await deleteInBatches(db, deletion, never)).toBe(1);
    });

    it('supports a composite key', async () => {
      await database.query(`
        INSERT INTO inbox (consumer, event_id) SELECT 'test', gen_random_uuid()
          FROM generate_series(1, 3)`);
      const deletion = { table: 'inbox', where: 'true', key: 'consumer, event_id' };
      expect(await deleteInBatches(db, deletion, never)).toBe(3);
    });

    it('continues with the next table after a failure', async () => {
      await add('a');
      const deletions = [
        { table: 'missing', where: 'true' },
        { table: 'task', where: 'true' },
      ];
      await expect(deleteEach(db, deletions, never)).rejects.toThrow('1 deletions failed');
      expect(await database.query('SELECT id FROM task')).toEqual([]);
    });
  });
});
