import type { QueryRunner } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { beside, securityApp, times } from '../support/security-app.js';

/** A tenth in `make test`; `make soak-signals` takes all of them. */
const SIGNALS = Number(process.env['SOAK_SIGNALS'] ?? 1_000);
const ADDRESSES = 200;
const ACCOUNTS = 500;
const KINDS = ['login_failed', 'two_factor_failed', 'captcha_failed'] as const;
const CONCURRENT_PUBLISHES = 100;

describe('many signals', () => {
  let app: TestApp;
  let replica: TestApp;
  beforeAll(async () => {
    app = await securityApp();
    replica = await beside(app);
  });
  afterAll(async () => {
    await replica.close();
    await app.close();
  });

  it(`two replicas evaluate ${SIGNALS} signals of one attack without a deadlock`, async () => {
    const statements = countStatements(app);
    const begun = performance.now();
    await publish(app, SIGNALS);
    const published = performance.now();
    await waitFor(
      async () => {
        const [row] = await app.database.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM signal',
        );
        return row?.count === SIGNALS;
      },
      { timeoutMs: 170_000 },
    );
    const ms = performance.now() - begun;
    const perSignal = statements.count() / SIGNALS;
    process.stderr.write(
      `${SIGNALS} signals: ${perSignal.toFixed(2)} statements and ${(ms / SIGNALS).toFixed(2)} ms per signal ` +
        `(${Math.round(ms)} ms in all, ${Math.round(published - begun)} ms publishing)\n`,
    );
    const [{ deadlocks } = { deadlocks: -1 }] = await app.database.query<{ deadlocks: number }>(
      `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(deadlocks).toBe(0);
    const letters = await app.database.query('SELECT error FROM dead_letter');
    expect(letters).toEqual([]);
  });
});

async function publish(app: TestApp, count: number): Promise<void> {
  const users = times(ACCOUNTS, () => newId());
  for (let done = 0; done < count; done += CONCURRENT_PUBLISHES) {
    await Promise.all(
      times(Math.min(CONCURRENT_PUBLISHES, count - done), (offset) => {
        const n = done + offset;
        return app.nats.publish('security.signal.raised.v1', {
          kind: KINDS.at(n % KINDS.length) ?? 'login_failed',
          ip: `198.51.100.${n % ADDRESSES}`,
          userId: users.at(n % ACCOUNTS) ?? '',
          service: 'test',
          detail: 'refused',
        });
      }),
    );
  }
}

/** Of both replicas: they share the class. */
function countStatements(app: TestApp): { count(): number } {
  const runner = app.get(Database).manager.connection.createQueryRunner();
  const prototype = Object.getPrototypeOf(runner) as QueryRunner;
  void runner.release();
  const spy = jest.spyOn(prototype, 'query');
  return { count: () => spy.mock.calls.length };
}
