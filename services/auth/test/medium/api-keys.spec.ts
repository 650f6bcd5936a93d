import { hashApiKey, isApiKey, newApiKey } from '@casement/common/platform/api-keys/api-key.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import {
  MAX_API_KEYS,
  type ApiKey,
  type CreatedApiKey,
} from '@casement/proto/http/auth/api-keys.js';
import { HousekeepingService } from '../../src/housekeeping/housekeeping.service.js';
import { RevocationsService } from '../../src/sessions/revocations.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';

const KEYS = '/api/user/api-keys';
const address = '198.51.100.20';

describe('/user/api-keys', () => {
  let app: AuthApp;
  let inside: GrpcClient<AuthService>;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
    inside = grpcClient('auth', {
      url: app.grpcUrl,
      deadlineMs: 60_000,
    });
  });
  afterAll(async () => {
    inside.close();
    await app.close();
  });
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
  });

  const create = async (fields: object = {}, accessToken = ann.accessToken) => {
    const body = { name: 'Panel', scopes: ['installs:read'], ...fields };
    const answer = await client.post(KEYS, body, accessToken).expect(201);
    return (answer.body as { data: CreatedApiKey }).data;
  };
  const list = async (accessToken = ann.accessToken) => {
    const { body } = await client.get(KEYS, accessToken).expect(200);
    return (body as { data: ApiKey[] }).data;
  };
  /** Looks up a key like a service that was called with it. */
  const find = async (key: string, from = address) =>
    (await inside.FindApiKey({ keyHash: hashApiKey(key), address: from })).key;
  const isRevoked = (id: string) =>
    app.get(EdgeState).isRevoked({ userId: ann.user.id, sessionId: id, epoch: 99 });

  it('shows a key once and stores only its hash', async () => {
    const networks = ['198.51.100.0/24', '2001:db8::/32'];
    const { key, ...shown } = await create({
      networks,
      scopes: ['installs:write', 'quota:read', 'quota:read'],
      expires_in_days: 30,
    });
    expect(isApiKey(key)).toBe(true);
    expect(shown).toMatchObject({
      name: 'Panel',
      ending: key.slice(-4),
      scopes: ['installs:write', 'quota:read'],
      networks,
      last_used_at: null,
    });
    expect(Date.parse(shown.expires_at ?? '') - Date.parse(shown.created_at)).toBe(30 * 86_400_000);
    expect(await list()).toEqual([shown]);
    const tables = ['api_key', 'outbox'].map((table) =>
      app.database.query(`SELECT 1 FROM ${table} AS t WHERE strpos(t::text, $1) > 0`, [key]),
    );
    expect(await Promise.all(tables)).toEqual([[], []]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes.0'],
    [{ networks: ['10.0.0.0/40'] }, 'networks.0'],
    [{ networks: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, 'networks'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 731 }, 'expires_in_days'],
  ])('rejects %j', async (fields, path) => {
    const body = { name: 'Panel', scopes: ['installs:read'], ...fields };
    const answer = await client.post(KEYS, body, ann.accessToken).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  it('reports the use of a key from a new network once, but not the first use', async () => {
    const { id, key } = await create({ scopes: ['webhooks'] });
    for (const from of ['198.51.100.20', '198.51.100.99', '203.0.113.5', '203.0.113.6']) {
      await find(key, from);
    }
    await find(key, '198.51.100.20');
    const reported = await waitFor(async () => {
      const events = await app.nats.events('auth.api-key.used-from-new-network.v1');
      const own = events.filter(({ payload }) => payload.apiKeyId === id);
      return own.length > 0 && own;
    });
    expect(reported.map(({ payload }) => payload)).toEqual([
      { userId: ann.user.id, apiKeyId: id, name: 'Panel', address: '203.0.113.5' },
    ]);
  });

  it('requires a confirmation within the last five minutes', async () => {
    await app.database.query(
      `UPDATE session SET created_at = created_at - interval '6 minutes' WHERE user_id = $1`,
      [ann.user.id],
    );
    const refreshed = await client.postWithCookie('/api/auth/refresh', ann.refreshToken);
    const { accessToken } = (refreshed.body as { data: { accessToken: string } }).data;
    const body = { name: 'Panel', scopes: ['installs:read'] };
    const answer = await client.post(KEYS, body, accessToken).expect(403);
    expect(answer.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await list(accessToken)).toEqual([]);
  });

  it('creates one key per Idempotency-Key; the repeat returns its id without the key', async () => {
    const send = () =>
      app.http
        .post(KEYS)
        .set({ authorization: `Bearer ${ann.accessToken}`, 'Idempotency-Key': 'my-first' })
        .send({ name: 'Panel', scopes: ['installs:read'] });
    const { id, key } = ((await send().expect(201)).body as { data: CreatedApiKey }).data;
    const again = await send().expect(409);
    expect(again.body).toMatchObject({
      code: 'IDEMPOTENCY_ANSWER_NOT_KEPT',
      details: [{ path: 'id', message: id }],
    });
    expect((await list()).map((one) => one.id)).toEqual([id]);
    const stored = await app.database.query('SELECT * FROM idempotency_key');
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('limits keys per user, also for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_API_KEYS + 3 }, () =>
        client.post(KEYS, { name: 'Panel', scopes: ['installs:read'] }, ann.accessToken),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body).toMatchObject({ code: 'TOO_MANY_API_KEYS' });
    const [first, ...others] = await list();
    expect(others).toHaveLength(MAX_API_KEYS - 1);
    await client.delete(`${KEYS}/${first?.id}`, ann.accessToken).expect(200);
    await create();
  });

  it('refuses the 31st key in a row even if earlier keys were revoked, and still allows revocations', async () => {
    let last = '';
    for (let n = 0; n < 30; n++) {
      if (last) await client.delete(`${KEYS}/${last}`, ann.accessToken).expect(200);
      last = (await create()).id;
    }
    const body = { name: 'Panel', scopes: ['installs:read'] };
    const refused = await client.post(KEYS, body, ann.accessToken).expect(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    await client.delete(`${KEYS}/${last}`, ann.accessToken).expect(200);
  });

  it('finds a key with its permissions and records its use once a minute', async () => {
    const { key, id } = await create({ networks: [address], expires_in_days: 1 });
    expect(await find(key)).toMatchObject({
      id,
      userId: ann.user.id,
      name: 'Panel',
      scopes: ['installs:read'],
      networks: [address],
      epoch: 1,
    });
    const [used] = await list();
    expect(used).toMatchObject({ last_used_address: address });
    await find(key);
    expect(await list()).toEqual([used]);
  });

  it("does not record uses from outside the key's networks", async () => {
    const { key } = await create({ networks: ['203.0.113.0/24'] });
    expect(await find(key)).toMatchObject({ networks: ['203.0.113.0/24'] });
    expect(await list()).toMatchObject([{ last_used_at: null, last_used_address: null }]);
  });

  it('finds no key that is unknown or ended or whose account is being deleted', async () => {
    expect(await find(newApiKey())).toBeUndefined();
    const ended = await create();
    await app.database.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [ended.id]);
    expect(await find(ended.key)).toBeUndefined();
    expect(await list()).toMatchObject([{ id: ended.id }]);
    const deleted = await create();
    const mark = 'UPDATE user_account SET deleting_since = now() WHERE id = $1';
    await app.database.query(mark, [ann.user.id]);
    expect(await find(deleted.key)).toBeUndefined();
  });

  it('revokes a key immediately in every service and records creation and revocation', async () => {
    const { key, id } = await create();
    const began = performance.now();
    await client.delete(`${KEYS}/${id}`, ann.accessToken).expect(200);
    expect(await find(key)).toBeUndefined();
    await waitFor(() => isRevoked(id));
    // The revocation is published immediately, but the response may take long on a busy machine.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await list()).toEqual([]);
    await client.delete(`${KEYS}/${id}`, ann.accessToken).expect(404);
    const acts = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE subject = 'security.audit.recorded.v1' AND strpos(payload, $1) > 0 ORDER BY id`,
      [id],
    );
    const actions = acts.map(({ payload }) => (JSON.parse(payload) as { action: string }).action);
    expect(actions).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('rewrites revocations after NATS has lost its files', async () => {
    const { id } = await create();
    await app.database.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
    await app.get(RevocationsService).rebuild();
    await waitFor(() => isRevoked(id));
  });

  it("responds with 404 for another user's key", async () => {
    const { id, key } = await create();
    const other = await new Client(app).newUser();
    await client.delete(`${KEYS}/${id}`, other.accessToken).expect(404);
    expect(await list(other.accessToken)).toEqual([]);
    expect(await find(key)).toMatchObject({ id });
  });

  it('revokes all keys on a password reset, but not on a password change', async () => {
    const { key, id } = await create();
    const changed = { currentPassword: ann.password, newPassword: 'Secret-2!' };
    const update = await client.post('/api/user/update-password', changed, ann.accessToken);
    expect(update.status).toBe(200);
    expect(await find(key)).toMatchObject({ id, epoch: 2 });

    const email = ann.user.email ?? '';
    const forgotten = { email, ...(await client.captcha()) };
    await client.post('/api/auth/forgot-password', forgotten).expect(200);
    const mail = await waitFor(() =>
      app.mailbox.mails.find(
        ({ to, text }) => to?.[0]?.address === email && text?.includes('reset-password?token='),
      ),
    );
    const [, token] = /reset-password\?token=([\w-]+)/.exec(mail.text ?? '') ?? [];
    const reset = { token, newPassword: 'Secret-3!', confirmPassword: 'Secret-3!' };
    await client.post('/api/auth/reset-password', reset).expect(200);
    expect(await find(key)).toBeUndefined();
    await waitFor(() => isRevoked(id));
  });

  it('deletes keys with their account and revoked keys after a day', async () => {
    const [stored, old] = [await create(), await create()];
    await app.database.query(
      `UPDATE api_key SET revoked_at = now() - interval '25 hours' WHERE id = $1`,
      [old.id],
    );
    await app.get(HousekeepingService).sweep();
    const ids = () =>
      app.database.query('SELECT id FROM api_key WHERE user_id = $1', [ann.user.id]);
    expect(await ids()).toEqual([{ id: stored.id }]);
    await app.database.query('DELETE FROM user_account WHERE id = $1', [ann.user.id]);
    expect(await ids()).toEqual([]);
  });

  it('checks a key with one index lookup, however many keys exist', async () => {
    await app.database.query(
      `INSERT INTO api_key (id, user_id, name, key_hash, ending, scopes, networks)
       SELECT gen_random_uuid(), $1, 'k', sha256(n::text::bytea), 'aaaa', '{}', '{}'
       FROM generate_series(1, 20000) n`,
      [ann.user.id],
    );
    await app.database.query('ANALYZE api_key');
    const plan = await app.database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT k.id FROM api_key k JOIN user_account u ON u.id = k.user_id
       WHERE k.key_hash = '\\x00' AND k.revoked_at IS NULL AND u.deleting_since IS NULL`,
    );
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Scan using api_key_hash_key');
    expect(lines).not.toContain('Seq Scan on api_key');
  });
});
