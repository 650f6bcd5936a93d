import type { TestApp } from '@casement/common/testing/test-app.js';
import type { FakeQuota } from './fake-quota.js';

type App = Pick<TestApp, 'database'>;

/** Returns the quota of failed installs, like billing does when the event arrives. */
async function returnQuota({ database }: App, quota: FakeQuota): Promise<void> {
  const failed = await database.query<{ id: string }>(
    `SELECT id FROM install WHERE status = 'failed'`,
  );
  for (const { id } of failed) await quota.release(id);
}

interface OnlyBatch {
  id: string;
  /** Number of machines. */
  size: number;
  /** Installs at a time. */
  limit: number;
  /** Quota of its user before the first install. */
  bought: number;
}

/** Checks what must hold at any time for the only batch in the database. */
export async function expectExactQuota(
  app: App,
  quota: FakeQuota,
  { id, size, limit, bought }: OnlyBatch,
): Promise<void> {
  const query = <T>(sql: string, parameters: unknown[] = []) =>
    app.database.query<T>(sql, parameters);
  const installs = await query<{ id: string; status: string; bound: boolean }>(
    `SELECT id, status, EXISTS (SELECT 1 FROM install_batch_row WHERE install_id = install.id) AS bound FROM install`,
  );
  // A row references each unfinished install, which is the only one at its address.
  const open = installs.filter(({ status }) => status !== 'failed');
  expect(open.filter(({ bound }) => !bound)).toEqual([]);
  expect(open.length).toBeLessThanOrEqual(size);
  const ids = new Set(open.map((one) => one.id));
  // Each install holds one quota, and no other quota is held. The outcome of unsettled holds is unknown.
  const unknown = installs.filter(({ status }) => status === 'reserving');
  await returnQuota(app, quota);
  expect([...quota.held].filter((held) => !ids.has(held))).toEqual([]);
  const paid = open.filter(({ status }) => status !== 'reserving');
  expect(paid.filter((one) => !quota.held.has(one.id))).toEqual([]);
  expect(quota.held.size).toBeLessThanOrEqual(paid.length + unknown.length);
  expect(quota.left + quota.held.size).toBe(bought);
  const [underWay] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM install_batch_row
     WHERE batch_id = $1 AND status IN ('starting', 'installing')`,
    [id],
  );
  expect(underWay?.n).toBeLessThanOrEqual(limit);
}
