import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { In } from 'typeorm';
import { billingMigrations } from '@casement/billing/database/migrations.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { testTokens, type TestTokens } from '@casement/common/testing/test-tokens.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { install } from '../../src/install.service-definition.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { InstallRunner } from '../../src/orchestrator/install-runner.js';
import { CheckRunner } from '../../src/vps-checks/check-runner.js';
import type { VpsCheckEntity } from '../../src/vps-checks/vps-check.entity.js';
import { WindowsVersionsRepository } from '../../src/windows-versions/windows-versions.repository.js';
import { aRow, BatchDriver } from '../factories/batch-driver.js';
import { MANIFEST } from '../factories/install-app.js';
import { ServiceProcess } from '@casement/common/testing/service-process.js';
import { startStandInAuth } from '../simulator/stand-in-auth.js';

const NEVER_MS = 3_600_000;
const SIZE = 200;
const QUOTA = 150;
const LIMIT = 40;
const WRONG_PASSWORDS = new Set(Array.from({ length: 12 }, (_, n) => aRow(n * 15).ip));

/** Simulates the machines. A check completes immediately, and an install completes at the worker's next poll. */
class SimulatedMachines {
  app!: TestApp;
  /** Highest number of concurrent installs so far. */
  maxUnderWay = 0;

  readonly checks = {
    run: async (lease: HeldLease<VpsCheckEntity>) => {
      await this.db.transaction(async (tx) => {
        const { id, ip, state } = await lease.hold(tx);
        const isWrong = WRONG_PASSWORDS.has(ip);
        const failure = { code: 'SSH_AUTH_FAILED', message: 'wrong', cure: 'check it' };
        await tx.query(
          `UPDATE vps_check SET status = $2, state = $3, vps_password = NULL, finished_at = now() WHERE id = $1`,
          [id, isWrong ? 'failed' : 'passed', { ...state, failure: isWrong ? failure : null }],
        );
      });
      return NEVER_MS;
    },
  };

  readonly installs = {
    run: async (lease: HeldLease<InstallEntity>) => {
      const transitions = this.app.get(InstallTransitions);
      return this.db.transaction(async (tx) => {
        const row = await lease.hold(tx);
        if (row.status === 'pending') {
          await transitions.begin(tx, row);
          return 20;
        }
        const underWay = await tx.countBy(InstallEntity, {
          status: In(['reserving', 'pending', 'preparing']),
        });
        this.maxUnderWay = Math.max(this.maxUnderWay, underWay);
        await transitions.settle(tx, row, 'completed', { ...row.engineState, step: 'end' });
        return NEVER_MS;
      });
    },
  };

  private get db(): Database {
    return this.app.get(Database);
  }
}

/** Runs the install service with its workers, and billing as a separate process, on one NATS. */
describe('§9 batch of 200 machines with the ledger', () => {
  const machines = new SimulatedMachines();
  let folder: string;
  let ledger: TestDatabase;
  let nats: TestNats;
  let tokens: TestTokens;
  let auth: { url: string; close: () => void };
  let billing: ServiceProcess;
  let app: TestApp;
  let user: BatchDriver;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-batch-'));
    ledger = await testDatabase([...commonMigrations, ...billingMigrations]);
    nats = await testNats();
    tokens = await testTokens();
    auth = await startStandInAuth();
    const [httpPort, grpcPort] = [await freePort(), await freePort()];
    billing = new ServiceProcess(
      'billing',
      {
        NODE_ENV: 'test',
        DRAIN_MS: '0',
        ...nats.env,
        AUTH_JWKS_URL: tokens.jwksUrl,
        AUTH_GRPC_URL: auth.url,
        DATA_DIR: folder,
        HTTP_PORT: String(httpPort),
        GRPC_PORT: String(grpcPort),
        DATABASE_URL: ledger.url,
      },
      join(folder, 'billing.log'),
    );
    await billing.start();
    app = await testApp(install, {
      nats,
      tokens,
      env: {
        INSTALL_LOOK_AGAIN_MS: '100',
        BILLING_GRPC_URL: `127.0.0.1:${grpcPort}`,
        DATABASE_POOL_SIZE: '20',
      },
      override: [
        [UserDirectory, { names: () => Promise.resolve(new Map()) }],
        [CheckRunner, machines.checks],
        [InstallRunner, machines.installs],
      ],
    });
    machines.app = app;
    await app.get(WindowsVersionsRepository).upsertWithImage(app.get(Database).manager, {
      name: 'Windows Server 2022',
      slug: 'ws2022',
      manifestSha256: MANIFEST,
    });
    user = new BatchDriver(app, newId());
    const granted = await fetch(`${billing.url}/api/admin/users/${user.userId}/quota`, {
      method: 'POST',
      headers: { ...app.as({ admin: true }), 'content-type': 'application/json' },
      body: JSON.stringify({ amount: QUOTA, operation: 'set' }),
    });
    expect(granted.status).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    await billing.stop();
    auth.close();
    await ledger.close();
    await nats.close();
    await tokens.close();
    await rm(folder, { recursive: true, force: true });
  });

  const until = (condition: () => Promise<boolean>) =>
    waitFor(condition, { timeoutMs: 280_000, everyMs: 200 });

  it('ends every row correctly with 12 wrong passwords, 5 duplicates, 3 private IPs, quota for 150', async () => {
    const rows = Array.from({ length: SIZE }, (_, n) => {
      if (n % 40 === 39) return aRow(n - 1);
      if (n % 60 === 50) return aRow(n, { ip: `10.1.1.${n}` });
      return aRow(n);
    });
    const { id } = await user.create({ rows });
    await until(async () => (await user.get(id)).status === 'ready');
    expect(await user.get(id)).toMatchObject({
      cost: 180,
      counts: { ready: 180, unfit: 12, refused: 8 },
    });

    await user.post(`/${id}/start`, { limit: LIMIT }).expect(200);
    await until(async () => (await user.get(id)).finished_at !== null);

    const batch = await user.get(id);
    expect(batch).toMatchObject({
      status: 'ended',
      counts: { completed: 150, no_quota: 30, unfit: 12, refused: 8 },
    });
    for (const { row, status, failure, field, quota } of batch.rows) {
      const n = row - 1;
      if (n % 40 === 39) expect([failure?.code, field]).toEqual(['BATCH_DUPLICATE', 'ip']);
      else if (n % 60 === 50) expect([failure?.code, field]).toEqual(['ADDRESS_REFUSED', 'ip']);
      else if (WRONG_PASSWORDS.has(aRow(n).ip)) expect(failure?.code).toBe('SSH_AUTH_FAILED');
      else
        expect([status, quota]).toEqual(
          status === 'completed' ? ['completed', 'spent'] : ['no_quota', 'none'],
        );
    }
    expect(machines.maxUnderWay).toBeLessThanOrEqual(LIMIT);
    expect(machines.maxUnderWay).toBeGreaterThan(1);

    // Exactly one hold and one capture per machine that became Windows.
    const kinds = () =>
      ledger.query<{ kind: string; n: number; sum: number }>(
        `SELECT kind, count(DISTINCT install_id)::int AS n, sum(amount)::int AS sum FROM ledger_entry
         WHERE user_id = $1 AND install_id IS NOT NULL GROUP BY kind ORDER BY kind`,
        [user.userId],
      );
    await until(async () => (await kinds()).find(({ kind }) => kind === 'capture')?.n === 150);
    expect(await kinds()).toEqual([
      { kind: 'capture', n: 150, sum: 0 },
      { kind: 'hold', n: 150, sum: -150 },
    ]);
    const entries = await ledger.query<{ count: number; balance: number }>(
      `SELECT count(*) FILTER (WHERE install_id IS NOT NULL)::int AS count, sum(amount)::int AS balance
       FROM ledger_entry WHERE user_id = $1`,
      [user.userId],
    );
    expect(entries).toEqual([{ count: 300, balance: 0 }]);
    const installs = await app.get(Database).query<{ id: string }>('SELECT id FROM install');
    const bound = batch.rows.flatMap(({ install_id }) => install_id ?? []);
    expect(new Set(installs.map((one) => one.id))).toEqual(new Set(bound));
    const stored = await app
      .get(Database)
      .query(
        `SELECT number FROM install_batch_row WHERE credentials IS NOT NULL AND status <> 'no_quota'`,
      );
    expect(stored).toEqual([]);
  });
});
