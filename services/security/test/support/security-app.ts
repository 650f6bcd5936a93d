import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { BlocksProjection } from '../../src/blocks/blocks-projection.js';
import { security } from '../../src/security.service-definition.js';

/** Background jobs run only when a test calls them. */
const NO_JOBS = {
  RECOVERY_INTERVAL_MS: '0',
  RECOVERY_POLL_MS: '0',
  ROLLUP_INTERVAL_MS: '0',
  LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
};

/** Starts the service. Auth knows no user unless `options` override it. */
export const securityApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  testApp(security, {
    ...options,
    env: { ...NO_JOBS, ...options.env },
    override: [[UserDirectory, usersOf([])], ...(options.override ?? [])],
  });

/** Fakes the user directory with these users. A user removed from the list counts as deleted. */
export const usersOf = (
  users: readonly Pick<UserSummary, 'id' | 'username' | 'admin'>[],
): Pick<UserDirectory, 'findMany' | 'lookUp'> => {
  const find = (ids: readonly string[]) =>
    Promise.resolve(
      new Map(
        users
          .filter(({ id }) => ids.includes(id))
          .map((user) => [user.id, { ...user, email: '', isVerified: true }]),
      ),
    );
  return { findMany: find, lookUp: find };
};

/** Starts a second instance of the service on the database and NATS of `app`, as another replica or a restart. */
export const secondReplica = (app: TestApp, options: TestAppOptions = {}): Promise<TestApp> =>
  securityApp({ database: app.database, nats: app.nats, tokens: app.tokens, ...options });

export function administrator(app: TestApp, subject: { userId?: string } = {}) {
  const headers = app.as({ admin: true, ...subject });
  const path = (rest: string) => `/api/security/${rest}`;
  return {
    get: (rest: string) => app.http.get(path(rest)).set(headers),
    post: (rest: string, body: object) => app.http.post(path(rest)).set(headers).send(body),
    patch: (rest: string, body: object) => app.http.patch(path(rest)).set(headers).send(body),
    delete: (rest: string, body?: object) => app.http.delete(path(rest)).set(headers).send(body),
  };
}

type SignalInput = Partial<SignalRaised> & { id?: string };

/** Raises signals as a service does. Resolves once they have been evaluated. */
export async function raiseSignals(
  app: TestApp,
  kind: string,
  signals: readonly SignalInput[],
): Promise<void> {
  const ids: string[] = [];
  for (const { id = newId(), ...signal } of signals) {
    ids.push(id);
    const payload = { kind, ip: '', userId: '', service: 'test', detail: '', ...signal };
    await app.nats.publish('security.signal.raised.v1', payload, { id });
  }
  // Each signal is committed together with its consequences, so waiting for the signals is sufficient.
  await waitFor(
    async () => {
      const rows = await app.database.query('SELECT 1 FROM signal WHERE id = ANY($1)', [ids]);
      return rows.length === new Set(ids).size;
    },
    { timeoutMs: 60_000 },
  );
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

export interface AlertRow {
  type: string;
  severity: string;
  ip: string;
  rule: string;
  message: string;
  outcome: string;
  user_id: string | null;
}

export const alertsOf = (app: TestApp, ip: string): Promise<AlertRow[]> =>
  app.database.query<AlertRow>(
    `SELECT type, severity, ip, rule, message, outcome, user_id FROM alert
      WHERE ip = $1 OR source = $1 ORDER BY created_at`,
    [ip],
  );

export interface BlockRow {
  ip: string;
  block_type: string;
  rule: string | null;
  /** Duration, rounded to minutes; `null` for a permanent block. */
  minutes: number | null;
}

/** Returns the blocks in force. */
export const blocksOf = (app: TestApp, ip: string): Promise<BlockRow[]> =>
  app.database.query<BlockRow>(
    `SELECT ip, block_type, rule, round(extract(epoch FROM expires_at - blocked_at) / 60)::int AS minutes
       FROM blocked_ip WHERE ip = $1 AND lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [ip],
  );

/** Address from a documentation network that no test blocks. */
const LAST = '192.0.2.255';

/** Removes all blocks from the rows and the enforcement points. */
export async function unblockAll(app: TestApp): Promise<void> {
  const [projection, writer, edge] = [
    app.get(BlocksProjection),
    app.get(EdgeWriter),
    app.get(EdgeState),
  ];
  const deleted = await app.database.query<{ ip: string }>('DELETE FROM blocked_ip RETURNING ip');
  for (const ip of new Set(deleted.map((block) => block.ip))) await projection.project(ip);
  // Entries arrive in order: once this one is known, all earlier ones are too.
  await writer.block({ ip: LAST });
  await waitFor(() => edge.isBlocked(LAST));
  await writer.unblock(LAST);
  await waitFor(async () => {
    await projection.repair();
    return edge.listBlocks().length === 0;
  });
}

export async function createAlert(
  app: TestApp,
  over: Partial<AlertRow> & { hoursAgo?: number } = {},
) {
  const id = newId();
  const { hoursAgo = 0, ip = '203.0.113.50' } = over;
  await app.database.query(
    `INSERT INTO alert (id, type, severity, ip, source, rule, message, count, outcome, created_at)
     VALUES ($1, $2, $3, $4, $4, 'password-guessing', $5, 20, 'blocked', now() - make_interval(hours => $6))`,
    [
      id,
      over.type ?? 'brute_force',
      over.severity ?? 'medium',
      ip,
      over.message ?? 'An alert',
      hoursAgo,
    ],
  );
  return id;
}
