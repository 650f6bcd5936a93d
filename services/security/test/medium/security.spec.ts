import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { BlocksProjection } from '../../src/blocks/blocks-projection.js';
import { security } from '../../src/security.service-definition.js';

describe('security service', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp(security);
  });
  afterAll(() => app.close());

  const signals = () => app.get(Database).query('SELECT kind, ip, service, detail FROM signal');

  it('stores the signals of other services', async () => {
    await app.nats.publish('security.signal.raised.v1', {
      kind: 'login_failed',
      ip: '8.8.8.8',
      userId: '',
      service: 'auth',
      detail: 'rahmat',
    });
    await waitFor(async () => (await signals()).length > 0);
    expect(await signals()).toContainEqual({
      kind: 'login_failed',
      ip: '8.8.8.8',
      service: 'auth',
      detail: 'rahmat',
    });
  });

  it('§6 refuses an old confirmation on every route with an effect on money, access, data or availability', async () => {
    const stale = app.as({ admin: true, confirmedSecondsAgo: 301 });
    expect(await stepUpRefusals(app, stale)).toEqual([
      'DELETE /api/admin/operations/security/dead-letters/:id',
      'DELETE /api/security/allowlist',
      'GET /api/security/audit',
      'PATCH /api/security/rules/:name',
      'POST /api/security/allowlist',
      'POST /api/security/block-ip',
    ]);
  });

  it('notifies the other administrators when a rule is switched off', async () => {
    const userId = newId();
    const change = (mode: string) =>
      app.http
        .patch('/api/security/rules/path-scanning')
        .set(app.as({ admin: true, userId }))
        .send({ mode })
        .expect(200);
    for (const mode of ['simulate', 'off', 'off', 'on']) await change(mode);
    const events = await waitFor(async () => {
      const published = await app.nats.events('security.rule.switched-off.v1');
      return published.length > 0 && published;
    });
    expect(events.map(({ payload }) => payload)).toEqual([
      { name: 'path-scanning', actorId: userId },
    ]);
  });

  it('stores audit entries', async () => {
    const actorId = newId();
    await app.nats.publish('security.audit.recorded.v1', {
      actorId,
      action: 'quota.adjusted',
      target: 'user:1',
      before: '{"quota":1}',
      after: '{"quota":5}',
      ip: '',
      service: 'billing',
    });
    const entries = () =>
      app
        .get(Database)
        .query('SELECT action, after FROM audit_entry WHERE actor_id = $1', [actorId]);
    await waitFor(async () => (await entries()).length > 0);
    expect(await entries()).toEqual([{ action: 'quota.adjusted', after: '{"quota":5}' }]);
  });

  it("accepts the gateway's own refusals, single or batched, and ignores the rest", async () => {
    const entry = (status: number, service?: object) => ({
      client_ip: '9.9.9.9',
      request: { method: 'GET', headers: {} },
      response: { status, size: '0', headers: {} },
      latencies: { request: 1, kong: 1, proxy: -1 },
      started_at: Date.now(),
      ...(service ? { service } : {}),
    });
    await app.http.post('/internal/gateway-log').send(entry(429)).expect(204);
    await app.http
      .post('/internal/gateway-log')
      .send([entry(404), entry(200, { name: 'auth' }), entry(404, { name: 'auth' })])
      .expect(204);
    const fromGateway = (await signals()).filter(({ service }) => service === 'gateway');
    expect(fromGateway.map(({ kind }) => kind).sort()).toEqual(['rate_limited', 'unknown_path']);
  });

  it('accepts only gateway logs with the shared secret, and both secrets during a rotation', async () => {
    const { database, nats, tokens } = app;
    const env = { GATEWAY_LOG_SECRET: 'log-secret-of-now,log-secret-of-before' };
    const guarded = await testApp(security, { database, nats, tokens, env });
    const post = (secret?: string) => {
      const request = guarded.http.post('/internal/gateway-log').send([]);
      return secret === undefined ? request : request.set('X-Gateway-Log-Secret', secret);
    };
    await post().expect(403);
    await post('').expect(403);
    await post('log-secret-of-nobody').expect(403);
    await post('log-secret-of-now,log-secret-of-before').expect(403);
    await post('log-secret-of-now').expect(204);
    await post('log-secret-of-before').expect(204);
    await guarded.close();
  });

  it('starts while NATS is unavailable', async () => {
    const NATS_URL = `nats://127.0.0.1:${await freePort()}`;
    const lateApp = await testApp(security, { withoutNats: true, env: { NATS_URL } });
    await lateApp.http.get('/health/live').expect(200);
    await lateApp.http.get('/health/ready').expect(503);
    await lateApp.close();
  });

  it('keeps a block that is written while the bucket is rebuilt', async () => {
    const ip = '203.0.113.9';
    const writer = app.get(EdgeWriter);
    const ranges = writer.blockedRanges.bind(writer);
    // Adds a block after the rebuild has read the rows and before it removes superfluous entries.
    jest.spyOn(writer, 'blockedRanges').mockImplementationOnce(async function* (size) {
      await app
        .get(Database)
        .query(
          `INSERT INTO blocked_ip (id, ip, block_type, reason) VALUES ($1, $2, 'manual', 'test')`,
          [newId(), ip],
        );
      await writer.block({ ip });
      yield* ranges(size);
    });
    await app.get(BlocksProjection).rebuild();
    await waitFor(() => app.get(EdgeState).isBlocked(ip));
  });

  it('holds no transaction and no lock while it waits for NATS', async () => {
    const ip = '203.0.113.10';
    const insert = `INSERT INTO blocked_ip (id, ip, block_type, reason) VALUES ($1, $2, 'manual', 'test')`;
    await app.get(Database).query(insert, [newId(), ip]);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const edge = app.get(EdgeWriter);
    const write = edge.writeBlock.bind(edge);
    let waiting = false;
    jest.spyOn(edge, 'writeBlock').mockImplementationOnce(async (range, read) => {
      return write(range, async () => {
        const block = await read();
        waiting = true;
        await answered;
        return block;
      });
    });
    const projected = app.get(BlocksProjection).project(ip);
    await waitFor(() => waiting);
    // Lifts the block and projects that in the meantime. The first writer must not rewrite the block.
    await app.get(Database).query('UPDATE blocked_ip SET lifted_at = now() WHERE ip = $1', [ip]);
    const open = await app.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(open).toEqual([]);
    await app.get(BlocksProjection).project(ip);
    answer();
    await projected;
    expect(await edge.readBlock(ip)).toBeUndefined();
  });

  it('restores exactly the blocks in force at startup', async () => {
    const database = await testDatabase(security.database.migrations);
    const first = await testApp(security, { database });
    await first.get(Database).query(
      `INSERT INTO blocked_ip (id, ip, block_type, reason, expires_at, lifted_at) VALUES
       ($1, '203.0.113.1', 'manual', 'test', NULL, NULL),
       ($2, '203.0.113.2', 'manual', 'over', now() - interval '1 minute', NULL),
       ($3, '203.0.113.3', 'manual', 'lifted', NULL, now())`,
      [newId(), newId(), newId()],
    );
    await first.close();

    const second = await testApp(security, { database });
    const edge = second.get(EdgeState);
    await waitFor(() => edge.isBlocked('203.0.113.1'));
    expect(edge.isBlocked('203.0.113.2')).toBeFalsy();
    expect(edge.isBlocked('203.0.113.3')).toBeFalsy();
    await second.close();
    await database.close();
  });
});
