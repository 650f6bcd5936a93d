import { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { secondReplica, securityApp, times } from '../support/security-app.js';

/** `make soak-signals` sets 10,000; the default is a tenth. */
const SIGNALS = Number(process.env['SOAK_SIGNALS'] ?? 1_000);
const ADDRESSES = 200;
const ACCOUNTS = 500;
const KINDS = ['login_failed', 'two_factor_failed', 'captcha_failed'] as const;
const CONCURRENT_PUBLISHES = 100;
/**
 * Maximum number of statements per signal, including those for alerts and blocks. Measured: 1.4 with 10,000 signals,
 * 0.5 with a tenth. Evaluating signals one by one would take 7 or more.
 */
const MAX_STATEMENTS = 2;

describe('many signals', () => {
  let app: TestApp;
  let replica: TestApp;
  beforeAll(async () => {
    app = await securityApp();
    replica = await secondReplica(app);
  });
  afterAll(async () => {
    await replica.close();
    await app.close();
  });

  it(`two replicas evaluate ${SIGNALS} signals of one attack without a deadlock, by few statements`, async () => {
    const statements = countStatements(app);
    const startedAt = performance.now();
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
    const ms = performance.now() - startedAt;
    const perSignal = statements.count() / SIGNALS;
    const failed = await statements.failed();
    process.stderr.write(
      `${SIGNALS} signals: ${perSignal.toFixed(2)} statements and ${(ms / SIGNALS).toFixed(2)} ms per signal ` +
        `(${Math.round(ms)} ms in all, ${Math.round(published - startedAt)} ms publishing)\n`,
    );
    // Checks the failed statements too: a batch that failed because of a deadlock is retried signal by signal and
    // leaves no dead letter, and PostgreSQL's own count may lag by some seconds.
    expect(failed).toEqual([]);
    const [{ deadlocks } = { deadlocks: -1 }] = await app.database.query<{ deadlocks: number }>(
      `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(deadlocks).toBe(0);
    expect(perSignal).toBeLessThanOrEqual(MAX_STATEMENTS);
    const deadLetters = await app.database.query('SELECT error FROM dead_letter');
    expect(deadLetters).toEqual([]);
  });
});

/** Pseudorandom order, so that concurrently evaluated batches share addresses and could wait for each other. */
const scattered = (n: number): number => Number.parseInt(sha256Hex(String(n)).slice(0, 8), 16);

async function publish(app: TestApp, count: number): Promise<void> {
  const users = times(ACCOUNTS, () => newId());
  for (let done = 0; done < count; done += CONCURRENT_PUBLISHES) {
    await Promise.all(
      times(Math.min(CONCURRENT_PUBLISHES, count - done), (offset) => {
        const n = done + offset;
        return app.nats.publish('security.signal.raised.v1', {
          kind: KINDS.at(n % KINDS.length) ?? 'login_failed',
          ip: `198.51.100.${scattered(n) % ADDRESSES}`,
          userId: users.at(n % ACCOUNTS) ?? '',
          service: 'test',
          detail: 'refused',
        });
      }),
    );
  }
}

/**
 * Counts the statements of both replicas, which share the classes. Statements within transactions belong to the query
 * runner, all others to the pool (sql.ts).
 */
function countStatements(app: TestApp): { count(): number; failed(): Promise<string[]> } {
  const runner = app.get(Database).manager.connection.createQueryRunner();
  const prototype = Object.getPrototypeOf(runner) as QueryRunner;
  void runner.release();
  const spies = [jest.spyOn(prototype, 'query'), jest.spyOn(Pool.prototype, 'query')];
  const results = () => spies.flatMap(({ mock }) => mock.results as { value: unknown }[]);
  return {
    count: () => results().length,
    failed: async () => {
      const settled = await Promise.allSettled(results().map(({ value }) => value));
      return settled.flatMap((result) =>
        result.status === 'rejected' ? [String(result.reason)] : [],
      );
    },
  };
}
