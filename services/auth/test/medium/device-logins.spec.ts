import { isApiKey } from '@casement/common/platform/api-keys/api-key.js';
import type { CreatedApiKey } from '@casement/proto/http/auth/api-keys.js';
import type { StartedDeviceLogin, DeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { HousekeepingService } from '../../src/housekeeping/housekeeping.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';

const REQUESTED = {
  name: 'build-01',
  scopes: ['installs:read', 'quota:read'],
  networks: ['198.51.100.7'],
  expires_in_days: 30,
};

/** Titles name the sections of RFC 8628. */
describe('device logins', () => {
  let app: AuthApp;
  let terminal: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    terminal = new Client(app);
    ann = await new Client(app).newUser();
  });

  const begin = async (fields: object = {}) => {
    const answer = await terminal.post('/api/auth/device-logins', { ...REQUESTED, ...fields });
    expect(answer.status).toBe(201);
    return (answer.body as { data: StartedDeviceLogin }).data;
  };
  const ask = ({ device_code }: StartedDeviceLogin) =>
    terminal.post('/api/auth/device-logins/token', { device_code });
  const answerWith = (
    how: 'find' | 'approve' | 'deny',
    user_code: string,
    { accessToken }: SignedInUser = ann,
  ) => terminal.post(`/api/user/device-logins/${how}`, { user_code }, accessToken);
  const keysOf = async ({ accessToken }: SignedInUser) =>
    ((await terminal.get('/api/user/api-keys', accessToken)).body as { data: unknown[] }).data;
  const actions = async (user: SignedInUser) => {
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE subject = 'security.audit.recorded.v1' AND strpos(payload, $1) > 0 ORDER BY id`,
      [user.user.id],
    );
    return rows
      .map(({ payload }) => JSON.parse(payload) as { action: string })
      .map(({ action }) => action)
      .filter((action) => /^(device_login|api_key)\./.test(action));
  };

  it('§3.2 returns two codes and a verification address that contains neither', async () => {
    const login = await begin();
    expect(login).toMatchObject({ expires_in: 600, interval: 5 });
    expect(login.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(login.verification_uri).toMatch(/\/dashboard\?device=1$/);
    const storedRows = JSON.stringify(
      await app.database.query('SELECT t::text FROM device_login t'),
    );
    expect(storedRows).not.toContain(login.device_code);
    expect(storedRows).not.toContain(login.user_code.replace('-', ''));
  });

  it('shows the requested access and the origin to the user who enters the code', async () => {
    const { user_code } = await begin();
    const typed = user_code.toLowerCase().replace('-', ' ');
    const { body } = await answerWith('find', typed).expect(200);
    expect((body as { data: DeviceLogin }).data).toMatchObject({
      ...REQUESTED,
      address: terminal.address,
    });
    expect(await keysOf(ann)).toEqual([]);
  });

  it('§3.5 returns the key once, named after the machine', async () => {
    const login = await begin();
    expect((await ask(login).expect(400)).body).toMatchObject({ code: 'DEVICE_LOGIN_PENDING' });
    await answerWith('approve', login.user_code).expect(200);
    const { key, ...shown } = ((await ask(login).expect(201)).body as { data: CreatedApiKey }).data;
    expect(isApiKey(key)).toBe(true);
    expect(shown).toMatchObject({
      name: 'build-01',
      scopes: REQUESTED.scopes,
      networks: REQUESTED.networks,
    });
    expect(await keysOf(ann)).toEqual([shown]);
    expect((await ask(login).expect(400)).body).toMatchObject({ code: 'DEVICE_LOGIN_EXPIRED' });
    expect(await actions(ann)).toEqual(['device_login.approved', 'api_key.created']);
  });

  it('returns one key for a hundred concurrent polls', async () => {
    const login = await begin();
    await answerWith('approve', login.user_code).expect(200);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(login)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await keysOf(ann)).toHaveLength(1);
  });

  it('§3.5 returns slow_down and extends the interval on each early poll', async () => {
    const login = await begin();
    const codes: string[] = [];
    for (let n = 0; n < 3; n++) codes.push(((await ask(login)).body as { code: string }).code);
    expect(codes).toEqual([
      'DEVICE_LOGIN_PENDING',
      'DEVICE_LOGIN_SLOW_DOWN',
      'DEVICE_LOGIN_SLOW_DOWN',
    ]);
    const later = `UPDATE device_login SET last_asked_at = now() - make_interval(secs => $1)`;
    await app.database.query(later, [14]);
    const early = await ask(login).expect(400);
    expect(early.body).toMatchObject({ code: 'DEVICE_LOGIN_SLOW_DOWN' });
    expect(early.headers['retry-after']).toBe('20');
    await app.database.query(later, [20]);
    expect((await ask(login)).body).toMatchObject({ code: 'DEVICE_LOGIN_PENDING' });
  });

  it('reports a denial and rejects the code afterwards', async () => {
    const login = await begin();
    await answerWith('deny', login.user_code).expect(200);
    expect((await ask(login).expect(400)).body).toMatchObject({ code: 'DEVICE_LOGIN_DENIED' });
    expect((await answerWith('approve', login.user_code).expect(400)).body).toMatchObject({
      code: 'USER_CODE_INVALID',
    });
    expect(await actions(ann)).toEqual(['device_login.denied']);
  });

  it('accepts a code once, from a single user', async () => {
    const bob = await new Client(app).newUser();
    const login = await begin();
    await answerWith('approve', login.user_code).expect(200);
    for (const user of [ann, bob]) {
      for (const how of ['find', 'approve', 'deny'] as const) {
        expect((await answerWith(how, login.user_code, user).expect(400)).body).toMatchObject({
          code: 'USER_CODE_INVALID',
          details: [{ path: 'user_code' }],
        });
      }
    }
    await ask(login).expect(201);
    expect(await keysOf(bob)).toEqual([]);
  });

  it('expires after ten minutes and is deleted', async () => {
    const [first, second] = [await begin(), await begin()];
    await answerWith('approve', second.user_code).expect(200);
    await app.database.query(`UPDATE device_login SET expires_at = now()`);
    await answerWith('approve', first.user_code).expect(400);
    for (const login of [first, second]) {
      expect((await ask(login).expect(400)).body).toMatchObject({ code: 'DEVICE_LOGIN_EXPIRED' });
    }
    await app.get(HousekeepingService).sweep();
    expect(await app.database.query('SELECT 1 FROM device_login')).toEqual([]);
  });

  it('§5.1 throttles wrong codes only', async () => {
    const login = await begin();
    for (let n = 0; n < 8; n++) await answerWith('find', login.user_code).expect(200);
    for (let n = 0; n < 5; n++) await answerWith('approve', 'BBBBBBBB').expect(400);
    const refused = await answerWith('approve', 'BBBBBBBB').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    // The right code is refused too, and the login was not approved.
    await answerWith('approve', login.user_code).expect(429);
    expect((await ask(login)).body).toMatchObject({ code: 'DEVICE_LOGIN_PENDING' });
  });

  it('throttles new logins per address', async () => {
    for (let n = 0; n < 10; n++) await begin();
    await terminal.post('/api/auth/device-logins', REQUESTED).expect(429);
  });

  it('requires a confirmation within the last five minutes', async () => {
    await app.database.query(
      `UPDATE session SET created_at = created_at - interval '6 minutes' WHERE user_id = $1`,
      [ann.user.id],
    );
    const refreshed = await terminal.postWithCookie('/api/auth/refresh', ann.refreshToken);
    const { accessToken } = (refreshed.body as { data: { accessToken: string } }).data;
    const login = await begin();
    const answer = await answerWith('approve', login.user_code, { ...ann, accessToken }).expect(
      403,
    );
    expect(answer.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect((await ask(login)).body).toMatchObject({ code: 'DEVICE_LOGIN_PENDING' });
  });

  it("voids an approval when the user's credentials have changed", async () => {
    const login = await begin();
    await answerWith('approve', login.user_code).expect(200);
    await app.database.query('UPDATE user_account SET epoch = epoch + 1 WHERE id = $1', [
      ann.user.id,
    ]);
    expect((await ask(login).expect(400)).body).toMatchObject({ code: 'DEVICE_LOGIN_EXPIRED' });
    expect(
      await app.database.query('SELECT 1 FROM api_key WHERE user_id = $1', [ann.user.id]),
    ).toEqual([]);
  });

  it("creates an administrator's key for administrators only", async () => {
    const login = await begin({ scopes: ['admin:read'] });
    expect((await answerWith('approve', login.user_code).expect(403)).body).toMatchObject({
      code: 'FORBIDDEN',
    });
    const admin = await new Client(app).administrator();
    await answerWith('approve', login.user_code, admin).expect(200);
    await ask(login).expect(201);
    await terminal
      .post('/api/auth/device-logins', { ...REQUESTED, scopes: ['admin:read'], networks: [] })
      .expect(400);
  });
});
