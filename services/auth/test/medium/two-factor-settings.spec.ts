import type { TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published, signalled } from '../support/events.js';
import {
  codeOf,
  newAdministrator,
  newTwoFactorAdministrator,
  wrongCode,
} from '../support/two-factor.js';

describe('/admin/2fa', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await newAdministrator(app);
  });

  const post = (path: string, body: object = {}, { accessToken } = ann) =>
    client.post(`/api/admin/2fa/${path}`, body, accessToken);
  const isEnabled = async ({ accessToken } = ann) => {
    const { body } = await client.get('/api/admin/2fa/status', accessToken).expect(200);
    return (body as { data: { enabled: boolean } }).data.enabled;
  };
  const setUp = async () => {
    const { body } = await post('setup').expect(200);
    return (body as { data: TwoFactorSetupResponse }).data;
  };
  const setUpFirst = {
    code: 'TWO_FACTOR_NOT_SET_UP',
    message: 'Please setup 2FA first before enabling it.',
  };
  const codeRefused = { code: 'TWO_FACTOR_CODE_INVALID' };

  it('§4 goes from disabled through set-up to enabled and back', async () => {
    expect(await isEnabled()).toBe(false);
    const { secret } = await setUp();
    expect(await isEnabled()).toBe(false);
    const enabled = await post('enable', { secret, code: await codeOf(secret) }).expect(200);
    expect(enabled.body).toMatchObject({
      message: '2FA Enabled',
      data: { recoveryCodes: expect.any(Array) as string[] },
    });
    expect(await isEnabled()).toBe(true);
    const disabled = await post('disable', { code: await codeOf(secret, 1) }).expect(200);
    expect(disabled.body).toMatchObject({ message: '2FA Disabled', data: null });
    expect(await isEnabled()).toBe(false);
    for (const action of ['two_factor.enabled', 'two_factor.disabled']) {
      await published(app, 'security.audit.recorded.v1', {
        action,
        actorId: ann.user.id,
        target: `user:${ann.user.id}`,
      });
    }
    const rows = await app.database.query('SELECT 1 FROM recovery_code WHERE user_id = $1', [
      ann.user.id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('§3 setup returns secret and QR code as SVG and PNG without enabling two-factor', async () => {
    const setup = await setUp();
    expect(setup).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
      qrSvg: expect.stringMatching(/^<svg .*<\/svg>$/s) as string,
      qrBase64: expect.stringMatching(/^data:image\/png;base64,/) as string,
    });
    const { body } = await client.login(ann.user.username, ann.password);
    expect(body).toMatchObject({ data: { twoFactorRequired: false } });
  });

  it('enables the most recently set up secret', async () => {
    const first = await setUp();
    const second = await setUp();
    expect(second.secret).not.toBe(first.secret);
    const expired = { secret: first.secret, code: await codeOf(first.secret) };
    expect((await post('enable', expired).expect(409)).body).toMatchObject(setUpFirst);
    const { secret } = second;
    await post('enable', { secret, code: await codeOf(secret) }).expect(200);
  });

  it('§5 enable requires a set-up', async () => {
    const { body } = await post('enable', { secret: 'JBSWY3DPEHPK3PXP', code: '123456' }).expect(
      409,
    );
    expect(body).toMatchObject(setUpFirst);
    const without = await post('enable', { secret: '', code: '123456' }).expect(400);
    expect(without.body).toMatchObject({ message: setUpFirst.message });
  });

  it.each(['enable', 'disable', 'test'])('§5 %s requires six digits', async (path) => {
    for (const code of ['', '12345', '1234567', 'abcdef']) {
      const { body } = await post(path, { code, secret: 'JBSWY3DPEHPK3PXP' }).expect(400);
      expect(body).toMatchObject({
        message: 'Please enter a 6-digit code from your authenticator app.',
      });
    }
  });

  it('tests a code of the app once and changes no settings', async () => {
    const { secret } = await setUp();
    await post('test', { code: await codeOf(secret) }).expect(409);
    await post('enable', { secret, code: await codeOf(secret) }).expect(200);
    const wrong = { code: await wrongCode(secret) };
    expect((await post('test', wrong).expect(400)).body).toMatchObject(codeRefused);
    const next = { code: await codeOf(secret, 1) };
    await post('test', next).expect(200);
    expect((await post('test', next).expect(400)).body).toMatchObject(codeRefused);
    expect(await isEnabled()).toBe(true);
  });

  it('§8 rejects a wrong code, changes nothing and signals it to security', async () => {
    const { secret } = await setUp();
    const wrong = { secret, code: await wrongCode(secret) };
    expect((await post('enable', wrong).expect(400)).body).toMatchObject(codeRefused);
    expect(await isEnabled()).toBe(false);
    await post('enable', { secret, code: await codeOf(secret) }).expect(200);
    expect((await post('disable', wrong).expect(400)).body).toMatchObject(codeRefused);
    expect(await isEnabled()).toBe(true);
    await signalled(app, { kind: 'two_factor_failed', userId: ann.user.id, ip: client.address });
  });

  it('rejects reuse of the enabling code at sign-in and for disabling', async () => {
    const { secret } = await setUp();
    const code = await codeOf(secret);
    await post('enable', { secret, code }).expect(200);
    const login = await client.login(ann.user.username, ann.password);
    const { challengeId } = (login.body as { data: { challengeId: string } }).data;
    const again = await client.post('/api/auth/2fa/verify', { challengeId, code }).expect(400);
    expect(again.body).toMatchObject(codeRefused);
    expect((await post('disable', { code }).expect(400)).body).toMatchObject(codeRefused);
  });

  it('refuses set-up while enabled and disable while disabled', async () => {
    expect((await post('disable', { code: '123456' }).expect(409)).body).toMatchObject({
      code: 'TWO_FACTOR_NOT_SET_UP',
    });
    const bob = await newTwoFactorAdministrator(app);
    expect((await post('setup', {}, bob).expect(409)).body).toMatchObject({
      code: 'TWO_FACTOR_ALREADY_ENABLED',
    });
    const { secret } = bob;
    await post('enable', { secret, code: await codeOf(secret) }, bob).expect(409);
  });

  it('ends the other sessions and keeps the current one', async () => {
    const elsewhere = await new Client(app).login(ann.user.username, ann.password);
    const { accessToken } = (elsewhere.body as { data: { accessToken: string } }).data;
    const { secret } = await setUp();
    await post('enable', { secret, code: await codeOf(secret) }).expect(200);
    await waitFor(async () => (await client.get('/api/user/profile', accessToken)).status === 401);
    await client.get('/api/user/profile', ann.accessToken).expect(200);
  });

  it('throttles guesses of a stolen session', async () => {
    const bob = await newTwoFactorAdministrator(app);
    const code = await wrongCode(bob.secret);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('disable', { code }, bob)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(
      LIMITS.twoFactorChanges.burst,
    );
    await post('disable', { code: await codeOf(bob.secret) }, bob).expect(429);
    expect(await isEnabled(bob)).toBe(true);
  });

  it('§6 requires an administrator', async () => {
    const bob = await client.newUser();
    await client.get('/api/admin/2fa/status', bob.accessToken).expect(403);
    for (const path of ['setup', 'enable', 'disable']) await post(path, {}, bob).expect(403);
    await client.post('/api/admin/2fa/setup').expect(401);
  });
});
