import { hashApiKey } from '@casement/common/platform/api-keys/api-key.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { ApiKey, CreatedApiKey } from '@casement/proto/http/auth/api-keys.js';
import { ApiKeysService } from '../../src/api-keys/api-keys.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';

const KEYS = '/api/user/api-keys';
const HOME = '198.51.100.20';
const ADMIN_KEY = {
  name: 'Nightly report',
  scopes: ['admin:read', 'installs:read'],
  networks: ['198.51.100.0/24'],
  expires_in_days: 90,
};

interface Act {
  action: string;
  target: string;
  actorId: string;
  before: string;
}

describe("administrators' API keys", () => {
  let app: AuthApp;
  let client: Client;
  let admin: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
    client = new Client(app);
    admin = await client.administrator();
  });
  afterAll(() => app.close());

  const create = async (fields: object, { accessToken }: SignedInUser) => {
    const body = { ...ADMIN_KEY, ...fields };
    const answer = await client.post(KEYS, body, accessToken).expect(201);
    return (answer.body as { data: CreatedApiKey }).data;
  };
  const find = (key: string) => app.get(ApiKeysService).find(hashApiKey(key), HOME);
  const call = (key: string, path: string, from = HOME) =>
    app.http.get(path).set({ authorization: `Bearer ${key}`, 'x-real-ip': from });
  const isRevoked = (id: string, { user }: SignedInUser) =>
    app.get(EdgeState).isRevoked({ userId: user.id, sessionId: id, epoch: 99 });
  const changeRole = ({ user }: SignedInUser, to: 0 | 1) =>
    client.put(`/api/admin/users/${user.id}`, { admin: to }, admin.accessToken).expect(200);
  const newAdministrator = async () => {
    const user = await client.newUser();
    await changeRole(user, 1);
    return client.again(user);
  };
  const actsOn = async (target: string) => {
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE subject = 'security.audit.recorded.v1' AND strpos(payload, $1) > 0 ORDER BY id`,
      [target],
    );
    return rows.map(({ payload }) => JSON.parse(payload) as Act);
  };

  it('read administrator data only from their allowed networks', async () => {
    const { key } = await create({}, admin);
    await call(key, '/api/admin/users').expect(200);
    const { body } = await call(key, '/api/admin/users', '203.0.113.1').expect(403);
    expect(body).toMatchObject({ code: 'API_KEY_NETWORK' });
  });

  it('cannot change users or read sessions and keys', async () => {
    const scopes = ['admin:read', 'admin:images', 'admin:quota', 'admin:blocks'];
    const { key, id } = await create({ scopes }, admin);
    const own = `/api/admin/users/${admin.user.id}`;
    for (const [method, path] of [
      ['get', `${own}/sessions`],
      ['get', `${own}/api-keys`],
      ['delete', `${own}/api-keys/${id}`],
      ['put', own],
      ['delete', own],
      ['get', '/api/admin/2fa/status'],
      ['post', KEYS],
    ] as const) {
      const answer = await app.http[method](path).set({ authorization: `Bearer ${key}` });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.body).toMatchObject({ code: 'API_KEY_NOT_ALLOWED' });
    }
  });

  it.each([
    [{ networks: [] }, 'networks'],
    [{ expires_in_days: null }, 'expires_in_days'],
    [{ expires_in_days: 91 }, 'expires_in_days'],
  ])('are not created with %j', async (fields, path) => {
    const answer = await client.post(KEYS, { ...ADMIN_KEY, ...fields }, admin.accessToken);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  it('are not created for customers', async () => {
    const ann = await client.newUser();
    const answer = await client.post(KEYS, ADMIN_KEY, ann.accessToken).expect(403);
    expect(answer.body).toMatchObject({ code: 'FORBIDDEN' });
    const { body } = await client.get(KEYS, ann.accessToken).expect(200);
    expect(body).toMatchObject({ data: [] });
  });

  it("are permanently revoked with the role, while the user's customer keys stay valid", async () => {
    const wati = await newAdministrator();
    const ownKey = await create({}, wati);
    const customers = await create({ scopes: ['installs:read'] }, wati);
    await call(ownKey.key, '/api/admin/users').expect(200);
    await changeRole(wati, 0);
    expect(await find(ownKey.key)).toBeUndefined();
    await waitFor(async () => (await call(ownKey.key, '/api/admin/users')).status === 401);
    expect(await find(customers.key)).toMatchObject({ id: customers.id });
    await changeRole(wati, 1);
    expect(await find(ownKey.key)).toBeUndefined();
    const acts = (await actsOn(ownKey.id)).filter(({ action }) => action === 'api_key.revoked');
    expect(acts).toMatchObject([{ target: `user:${wati.user.id}`, actorId: admin.user.id }]);
  });

  it('are not found for a user who is no longer an administrator, even if the revocation failed', async () => {
    const wati = await newAdministrator();
    const { key } = await create({}, wati);
    await app.database.query('UPDATE user_account SET admin = false WHERE id = $1', [wati.user.id]);
    expect(await find(key)).toBeUndefined();
  });

  it('show administrators all data except the key itself, and are revoked with an audit entry', async () => {
    const ann = await client.newUser();
    const body = { name: 'Panel', scopes: ['quota:read'] };
    const made = await client.post(KEYS, body, ann.accessToken).expect(201);
    const { key, ...shown } = (made.body as { data: CreatedApiKey }).data;
    const path = `/api/admin/users/${ann.user.id}/api-keys`;
    await app.get(ApiKeysService).find(hashApiKey(key), HOME);

    const listed = await client.get(path, admin.accessToken).expect(200);
    const [seen, ...others] = (listed.body as { data: ApiKey[] }).data;
    expect(others).toEqual([]);
    expect(seen).toEqual({
      ...shown,
      last_used_at: expect.any(String) as string,
      last_used_address: HOME,
    });
    expect(JSON.stringify(listed.body)).not.toContain(key);

    await client.delete(`${path}/${shown.id}`, admin.accessToken).expect(200);
    expect(await find(key)).toBeUndefined();
    await waitFor(() => isRevoked(shown.id, ann));
    const revoked = (await actsOn(shown.id)).find(({ action }) => action === 'api_key.revoked');
    expect(revoked).toMatchObject({ target: `user:${ann.user.id}`, actorId: admin.user.id });
    expect(JSON.parse(revoked?.before ?? '')).toEqual({ api_key: shown.id, name: 'Panel' });
    await client.delete(`${path}/${shown.id}`, admin.accessToken).expect(404);
  });

  it('are listed and revoked only under their owner and only by administrators', async () => {
    const [ann, bob] = [await client.newUser(), await new Client(app).newUser()];
    const { id, key } = await create({ scopes: ['quota:read'] }, ann);
    const keysPath = ({ user }: SignedInUser) => `/api/admin/users/${user.id}/api-keys`;
    await client.delete(`${keysPath(bob)}/${id}`, admin.accessToken).expect(404);
    await client.get(keysPath(ann), ann.accessToken).expect(403);
    await client.delete(`${keysPath(ann)}/${id}`, ann.accessToken).expect(403);
    const unknownUser = '01a1fd9f-0000-7000-8000-000000000000';
    await client.get(`/api/admin/users/${unknownUser}/api-keys`, admin.accessToken).expect(404);
    expect(await find(key)).toMatchObject({ id });
  });
});

describe("administrators' API keys with required two-factor", () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp({ env: { ADMIN_TWO_FACTOR_REQUIRED: 'true' } });
  });
  afterAll(() => app.close());

  it('are neither created nor accepted without two-factor', async () => {
    const client = new Client(app);
    const admin = await client.administrator();
    const answer = await client.post(KEYS, ADMIN_KEY, admin.accessToken).expect(403);
    expect(answer.body).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });

    const enable = `INSERT INTO two_factor (user_id, sealed_secret, enabled_at, created_at) VALUES ($1, '', now(), now())`;
    await app.database.query(enable, [admin.user.id]);
    const made = await client.post(KEYS, ADMIN_KEY, admin.accessToken).expect(201);
    const { key, id } = (made.body as { data: CreatedApiKey }).data;
    const find = () => app.get(ApiKeysService).find(hashApiKey(key), HOME);
    expect(await find()).toMatchObject({ id });
    await app.database.query('DELETE FROM two_factor');
    expect(await find()).toBeUndefined();
  });
});
